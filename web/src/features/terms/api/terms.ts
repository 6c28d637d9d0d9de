import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Terms = components["schemas"]["TermsRead"];
export type UpdateTerms = components["schemas"]["UpdateTerms"];
type ListAcceptances = components["schemas"]["ListAcceptances"];

const TERMS = ["terms"] as const;

/** All terms of the organisation with their versions. */
export const termsQuery = queryOptions({
  queryKey: [...TERMS, "all"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-terms", { body: {}, signal })),
});

/** Publishes a text; a changed one is a new version. */
export function usePublishTerms() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateTerms) => answerOf(api.POST("/v1/update-terms", { body, headers: idempotencyKey() })),
    onSettled: () => cache.invalidateQueries({ queryKey: TERMS }),
  });
}

/** One page of who accepted terms. */
export function acceptancesQuery(termsId: string, page: number) {
  const body: Partial<ListAcceptances> = { terms_id: termsId, page, pageSize: 10 };
  return queryOptions({
    queryKey: [...TERMS, "acceptances", termsId, page],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/get-terms-acceptances", { body: body as ListAcceptances, signal })),
    placeholderData: keepPreviousData,
  });
}
