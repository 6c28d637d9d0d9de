import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { useRefresh } from "@/features/people/customers/api/customers";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Duplicate = components["schemas"]["DuplicateRead"];
export type Merge = components["schemas"]["MergeRead"];

/** Fetches pairs of customers who are probably one person. */
export function duplicatesQuery(page: number) {
  return queryOptions({
    queryKey: ["customers", "duplicates", page],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/list-duplicate-customers", { body: { page, pageSize: 25 }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** Merges two profiles into one. */
export function useMergeCustomers() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { keep: string; merge: string; note: string }) =>
      answerOf(api.POST("/v1/merge-customers", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Undoes a merge of two profiles. */
export function useUndoMerge() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (mergeId: string) =>
      answerOf(api.POST("/v1/undo-customer-merge", { body: { merge_id: mergeId }, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Marks two customers as different people, so that they are no longer listed as duplicates. */
export function useDistinguish() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (customerIds: string[]) =>
      answerOf(api.POST("/v1/distinguish-customers", { body: { customer_ids: customerIds } })),
    onSettled: refresh,
  });
}
