import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

/** Whether a code's picture, as it was saved, holds in print: at a width and read from a distance, if they are known. */
export function checkQuery(codeId: string, widthMm: number | null, distanceM: number | null, version?: number) {
  const body = { code_id: codeId, width_mm: widthMm, distance_m: distanceM };
  return queryOptions({
    queryKey: ["picture", "check", body, version ?? null],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/check-picture", { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
