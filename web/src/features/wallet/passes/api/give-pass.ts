import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type GivenPass = components["schemas"]["GivenAtTill"];

/** The number of templates offered at once; others are found by name. */
export const OFFERED = 5;

/** Published templates, from which passes can be issued. */
export function passesToGiveQuery(filter: string) {
  return queryOptions({
    queryKey: ["passes", "to-give", filter],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/list-passes-to-give", { body: { page: 1, pageSize: OFFERED, filter: filter || null }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Creates a pass for a customer, or finds the one that they already have. */
export function useGivePass() {
  return useMutation({
    mutationFn: (body: { template_id: string; customer_id: string }) =>
      answerOf(api.POST("/v1/give-pass", { body, headers: idempotencyKey() })),
  });
}
