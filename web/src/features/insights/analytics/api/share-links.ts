import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AnalyticsSource } from "@/features/insights/analytics/api/analytics-source";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";

export type ShareLink = components["schemas"]["ShareLinkRead"];
export type SharedView = components["schemas"]["SharedDashboard"];
type CreateShareLink = components["schemas"]["CreateShareLink"];

const LINKS = ["analytics", "share-links"] as const;

/** All links of the organisation, newest first. */
export const linksQuery = queryOptions({
  queryKey: LINKS,
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-share-links", { body: {}, signal })),
});

/** Creates or revokes a link. */
export function useLinkChanges() {
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries({ queryKey: LINKS });
  const create = useMutation({
    mutationFn: (body: CreateShareLink) =>
      answerOf(api.POST("/v1/create-share-link", { body, headers: idempotencyKey() })),
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: (link_id: string) => deletionOf(answerOf(api.POST("/v1/revoke-share-link", { body: { link_id } }))),
    onSettled,
  });
  return { create, revoke };
}

/** Fetches the view of a link. */
export function sharedViewQuery(token: string) {
  return queryOptions({
    queryKey: ["shared-board", token],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/open-share-link", { body: { token }, signal })),
    staleTime: Infinity,
    retry: false,
  });
}

/** Returns a source that fetches the numbers of a link. */
export function shareLinkSource(token: string): AnalyticsSource {
  return {
    name: `link ${token}`,
    isMember: false,
    fetch: ({ interval, from, to, granularity, compare = "previous", filters, group_by, metrics }, signal) => {
      const body = { token, interval, from, to, granularity, compare, filters, group_by, metrics };
      return answerOf(api.POST("/v1/ask-share-link", { body, signal }));
    },
  };
}
