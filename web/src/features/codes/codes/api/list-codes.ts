import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/codes/api/keys";
import type { ListCodes } from "@/features/codes/codes/types";
import { answerOf, api } from "@/shared/api/client";

/** One page of the list. */
export function listCodesQuery(body: Partial<ListCodes>) {
  return queryOptions({
    queryKey: [...codeKeys.lists, body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-all-qr-codes", { body, signal })),
    placeholderData: keepPreviousData,
  });
}
