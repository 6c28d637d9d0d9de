import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { memberKeys } from "@/features/org/organization/api/keys";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Erasure = components["schemas"]["ErasureRead"];
export type EraseRequest = Partial<components["schemas"]["ErasePerson"]>;

const ASK_AGAIN_MS = 2000;

/** Fetches a page of erasures, newest first, repeatedly while one is in progress. */
export function erasuresQuery(page: number, pageSize: number) {
  return queryOptions({
    queryKey: [...memberKeys.erasures, page, pageSize],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-erasures", { body: { page, pageSize }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some((one) => one.state === "asked") ? ASK_AGAIN_MS : false),
  });
}

/** Starts to erase a person, or resumes a failed erasure. */
export function useErase() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: EraseRequest) => answerOf(api.POST("/v1/erase-person", { body, headers: idempotencyKey() })),
    onSettled: () => cache.invalidateQueries({ queryKey: memberKeys.erasures }),
  });
}
