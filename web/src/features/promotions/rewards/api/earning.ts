import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";

export type EarningRule = components["schemas"]["EarningRuleRead"];
export type EarningRuleDraft = components["schemas"]["SaveEarningRule"];

const key = ["rewards", "earning-rules"] as const;

/** The rules by which customers earn points and stamps. */
export const earningRulesQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-earning-rules", { body: {}, signal })),
  staleTime: 5_000,
});

function useRefresh() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: key });
}

/** Adds or changes a rule. */
export function useSaveEarningRule() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: EarningRuleDraft) =>
      answerOf(api.POST("/v1/save-earning-rule", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Deletes a rule. */
export function useDeleteEarningRule() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (rule_id: string) =>
      deletionOf(answerOf(api.POST("/v1/delete-earning-rule", { body: { rule_id }, headers: idempotencyKey() }))),
    onSettled: refresh,
  });
}
