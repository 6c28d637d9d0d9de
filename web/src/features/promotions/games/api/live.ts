import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Winner } from "@/features/promotions/games/types";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { saveBlob } from "@/shared/files/save-file";

const keys = {
  live: (gameId: string) => ["games", "live", gameId] as const,
  winners: (gameId: string) => ["games", "live", gameId, "winners"] as const,
  held: (gameId: string) => ["games", "live", gameId, "held"] as const,
  board: (gameId: string) => ["games", "live", gameId, "board"] as const,
};
const AGAIN_MS = 4_000;
export const ROWS = 25;

/** Fetches a game's live numbers, every few seconds while it can be played. */
export function liveQuery(gameId: string, isOpen: boolean) {
  return queryOptions({
    queryKey: [...keys.live(gameId), "numbers"],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/watch-game", { body: { game_id: gameId }, signal })),
    refetchInterval: isOpen ? AGAIN_MS : false,
  });
}

/** Fetches the prizes by day and their state since a game began, from the warehouse. */
export function prizeDaysQuery(codeId: string, from: string) {
  const body = { report: "prize_days", from, filters: { code: [codeId] }, sort: ["day"], limit: 10_000 };
  return queryOptions({
    queryKey: ["games", "prize-days", codeId, from],
    queryFn: async ({ signal }) => {
      const to = new Date().toISOString();
      return (await answerOf(api.POST("/v1/get-report", { body: { ...body, to }, signal }))).rows;
    },
    staleTime: 60_000,
  });
}

export type WinnerState = Winner["state"] | "";

/** Fetches the winners of a game, newest first. */
export function winnersQuery(gameId: string, state: WinnerState, page: number, isOpen: boolean, pageSize = ROWS) {
  return queryOptions({
    queryKey: [...keys.winners(gameId), state, page, pageSize],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/list-winners", { body: { game_id: gameId, state: state || null, page, pageSize }, signal }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: isOpen ? AGAIN_MS : false,
  });
}

/** Fetches held scores, oldest first. */
export function heldQuery(gameId: string, page: number, isOpen: boolean) {
  return queryOptions({
    queryKey: [...keys.held(gameId), page],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/list-held-scores", { body: { game_id: gameId, page, pageSize: ROWS }, signal })),
    refetchInterval: isOpen ? AGAIN_MS : false,
  });
}

export type Interval = "day" | "week" | "month" | "season" | "all";

/** Fetches a page of the leaderboard as the game's owner sees it. */
export function boardQuery(gameId: string, interval: Interval, season: number | null, page: number, isOpen: boolean) {
  return queryOptions({
    queryKey: [...keys.board(gameId), interval, season, page],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/game_get_leaderboard", {
          body: { game_id: gameId, interval, season, page, page_size: ROWS },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: isOpen ? AGAIN_MS : false,
  });
}

/** Accepts or rejects a held score. */
export function useDecide(gameId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ playId, approve }: { playId: string; approve: boolean }) =>
      answerOf(
        api.POST("/v1/decide-held-score", {
          body: { game_id: gameId, play_id: playId, approve },
          headers: idempotencyKey(),
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.live(gameId) }),
  });
}

/** Archives the current season, and starts the next. */
export function useResetBoard(gameId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (season: number) =>
      answerOf(api.POST("/v1/reset-leaderboard", { body: { game_id: gameId, number: season } })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.board(gameId) }),
  });
}

/** Removes one item of a prize from its inventory by hand. */
export function useTakePrize(gameId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (prizeId: string) =>
      answerOf(api.POST("/v1/prize-do-inventory", { body: { prize_id: prizeId }, headers: idempotencyKey() })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.live(gameId) }),
  });
}

/** Saves all winners as a file. */
export function useExportWinners(gameId: string) {
  return useMutation({
    mutationFn: async () => {
      const call = api.POST("/v1/export-winners", { body: { game_id: gameId }, parseAs: "blob" });
      const content: unknown = await answerOf(call);
      saveBlob(`winners-${gameId}.csv`, new Blob([content as Blob], { type: "text/csv;charset=utf-8" }));
    },
  });
}
