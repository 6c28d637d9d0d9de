import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

/** Whether a code's picture holds at a printed width, read from a distance. */
export function checkQuery(codeId: string, widthMm: number, distanceM: number | null) {
  const body = { code_id: codeId, width_mm: widthMm, distance_m: distanceM };
  return queryOptions({
    queryKey: ["picture", "check", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/check-picture", { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
