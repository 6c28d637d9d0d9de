import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type LeaderboardKind = components["schemas"]["ListSeasons"]["board"];
export type Season = components["schemas"]["SeasonRead"];

const SEASONS = ["analytics", "seasons"] as const;

/** Fetches every season of a leaderboard, the running one first. */
export function seasonsQuery(kind: LeaderboardKind) {
  return queryOptions({
    queryKey: [...SEASONS, kind],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-seasons", { body: { board: kind }, signal })),
    select: ({ seasons }) => seasons,
  });
}

/** Archives the running season of a leaderboard and starts the next. */
export function useStartSeason(kind: LeaderboardKind) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (archived: { number: number; name: string }) =>
      answerOf(api.POST("/v1/start-season", { body: { board: kind, ...archived }, headers: idempotencyKey() })),
    onSettled: () => cache.invalidateQueries({ queryKey: SEASONS }),
  });
}
