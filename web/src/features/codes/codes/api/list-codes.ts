import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/codes/api/keys";
import type { ListCodes, Ranking } from "@/features/codes/codes/types";
import { answerOf, api } from "@/shared/api/client";

/** Fetches one page of the list. With a ranking, the order is that of all codes by their scans. */
export function listCodesQuery(body: Partial<ListCodes>, ranking: Ranking | null = null) {
  return queryOptions({
    queryKey: ranking === null ? [...codeKeys.lists, body] : [...codeKeys.lists, body, ranking],
    queryFn: ({ signal }) =>
      ranking === null
        ? answerOf(api.POST("/v1/get-all-qr-codes", { body, signal }))
        : answerOf(api.POST("/v1/list-codes-by-activity", { body: { ...body, ...ranking }, signal })),
    placeholderData: keepPreviousData,
  });
}
