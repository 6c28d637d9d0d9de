import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api } from "@/shared/api/client";
import { isEditConflict, isRefusal } from "@/shared/api/errors";
import type { components } from "@/shared/api/schema";
import { inOrder } from "@/shared/api/in-order";

export type Terms = components["schemas"]["TermsRead"];
type UpdateTerms = components["schemas"]["UpdateTerms"];
type ListAcceptances = components["schemas"]["ListAcceptances"];

const TERMS = ["terms"] as const;

/** All terms of the organisation with their versions. */
export const termsQuery = queryOptions({
  queryKey: [...TERMS, "all"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-terms", { body: {}, signal })),
});

const textOf = (html: string) =>
  new DOMParser().parseFromString(html, "text/html").body.textContent.replace(/\s+/g, "");

/**
 * Publishes texts one after the other. If a response was lost, the same text is sent again, but nothing that has been
 * rewritten since is published unasked. If the first one turns out to be in force, the next one is based on it.
 */
function publisher() {
  const { send } = inOrder<UpdateTerms, Terms>((body, headers) =>
    answerOf(api.POST("/v1/update-terms", { body, headers })),
  );
  let unanswered: UpdateTerms | null = null;
  return async (body: UpdateTerms): Promise<Terms> => {
    try {
      return await send(body);
    } catch (error) {
      if (isEditConflict(error) && unanswered !== null) {
        const { title, body: text, code_id: codeId = null, terms_id: termsId } = unanswered;
        const { items } = await answerOf(api.POST("/v1/get-terms", { body: {} }));
        const now = items.find((terms) => (termsId ? terms.terms_id === termsId : terms.code_id === codeId));
        if (now?.title === title && textOf(now.body) === textOf(text)) {
          return send({ ...body, based_on: now.current_version });
        }
      }
      unanswered = isRefusal(error) ? unanswered : body;
      throw error;
    }
  };
}

/** Publishes a text. A changed text is a new version. */
export function usePublishTerms() {
  const cache = useQueryClient();
  const [publish] = useState(publisher);
  return useMutation({
    mutationFn: publish,
    onSettled: () => cache.invalidateQueries({ queryKey: TERMS }),
  });
}

/** Fetches one page of the acceptances of terms. */
export function acceptancesQuery(termsId: string, page: number) {
  const body: ListAcceptances = { terms_id: termsId, page, pageSize: 10 };
  return queryOptions({
    queryKey: [...TERMS, "acceptances", termsId, page],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-terms-acceptances", { body, signal })),
    placeholderData: keepPreviousData,
  });
}
