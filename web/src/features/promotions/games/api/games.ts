import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Draft } from "@/features/promotions/games/types";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";

const keys = {
  all: ["games"] as const,
  list: ["games", "list"] as const,
  game: (gameId: string) => ["games", "one", gameId] as const,
};
export const PAGE_SIZE = 12;

/** Fetches a page of games, newest first: the archived ones, or the others. */
export function gamesQuery(isArchived: boolean, page: number) {
  return queryOptions({
    queryKey: [...keys.list, isArchived, page],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/list-games", { body: { is_archived: isArchived, page, pageSize: PAGE_SIZE }, signal })),
    staleTime: 5_000,
  });
}

/** Fetches the game of a code, or null if it has none. */
export function gameOfCodeQuery(codeId: string) {
  return queryOptions({
    queryKey: [...keys.all, "of-code", codeId],
    queryFn: async ({ signal }) => {
      const { items } = await answerOf(api.POST("/v1/list-games", { body: { code_id: codeId }, signal }));
      return items[0] ?? null;
    },
    staleTime: 5_000,
  });
}

/** Fetches a game with its prizes, its plan, and its problems. */
export function gameQuery(gameId: string) {
  return queryOptions({
    queryKey: keys.game(gameId),
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-game", { body: { game_id: gameId }, signal })),
    staleTime: 5_000,
  });
}

/** Fetches the result of 100,000 simulated rounds of the stored plan. */
export function forecastQuery(gameId: string, version: number) {
  return queryOptions({
    queryKey: [...keys.game(gameId), "forecast", version],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/simulate-game", { body: { game_id: gameId }, signal })),
    staleTime: 60_000,
    retry: false,
  });
}

const HALF_A_DAY_MS = 6 * 3_600_000;

/** Fetches the address at which the game can be tried. */
export function practiceQuery(gameId: string) {
  return queryOptions({
    queryKey: [...keys.game(gameId), "practice"],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/practise-game", { body: { game_id: gameId }, signal })),
    staleTime: HALF_A_DAY_MS,
  });
}

/** Rewards that a prize can give. */
export const rewardsQuery = queryOptions({
  queryKey: [...keys.all, "rewards"],
  queryFn: ({ signal }) =>
    answerOf(api.POST("/v1/register-reward", { body: { action: "list", reward_list: [] }, signal })),
  staleTime: 30_000,
});

function useRefresh() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: keys.all });
}

/** Creates a game from a draft, on an existing code if one is given. */
export function useCreateGame() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ draft, codeId }: { draft: Partial<Draft>; codeId?: string | null }) =>
      answerOf(
        api.POST("/v1/game", {
          body: { ...draft, httpMethod: "POST", code_id: codeId ?? null },
          headers: idempotencyKey(),
        }),
      ),
    onSettled: refresh,
  });
}

/** Changes a game. The version prevents that somebody else's change is overwritten. */
export function useSaveGame() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ gameId, draft, version }: { gameId: string; draft: Partial<Draft>; version: number | null }) =>
      answerOf(api.POST("/v1/game", { body: { ...draft, httpMethod: "UPDATE", game_id: gameId, version } })),
    onSuccess: (game) => {
      cache.setQueryData(keys.game(game.game_id), game);
      void cache.invalidateQueries({ queryKey: keys.list });
    },
  });
}

/** Publishes, ends, deletes, archives or restores a game. */
export function useActOnGame() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ gameId, act }: { gameId: string; act: "publish" | "end" | "delete" | "archive" | "restore" }) => {
      const body = { game_id: gameId };
      switch (act) {
        case "publish":
          return answerOf(api.POST("/v1/publish-game", { body, headers: idempotencyKey() }));
        case "end":
          return answerOf(api.POST("/v1/end-game", { body, headers: idempotencyKey() }));
        case "delete":
          return deletionOf(answerOf(api.POST("/v1/delete-game", { body })));
        default:
          return answerOf(api.POST("/v1/archive-game", { body: { ...body, is_archived: act === "archive" } }));
      }
    },
    onSettled: refresh,
  });
}
