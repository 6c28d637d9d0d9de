import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";
import { SEGMENTS } from "@/shared/segments/segments";

export type SegmentRules = components["schemas"]["SegmentRules-Input"];
export type Condition = SegmentRules["conditions"][number];
export type Leaf = Exclude<Condition, { conditions: unknown }>;
export type SegmentDetail = components["schemas"]["SegmentDetail"];
export type CustomField = components["schemas"]["CustomerFieldRead"];
export type Imported = components["schemas"]["SegmentImported"];

/** The interval at which a segment is fetched while it is being counted. */
const COUNTING_MS = 1_500;

/** Fetches a page of segments. */
export function segmentsQuery(choice: { filter: string; sort: string; page: number; pageSize: number }) {
  const body = { ...choice, filter: choice.filter || null };
  return queryOptions({
    queryKey: [...SEGMENTS, "list", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-segments", { body, signal })),
    refetchInterval: ({ state }) => (state.data?.items.some((one) => one.is_counting) ? COUNTING_MS : false),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** Fetches a segment, repeatedly until it is counted. */
export function segmentQuery(segmentId: string) {
  return queryOptions({
    queryKey: [...SEGMENTS, "one", segmentId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-segment", { body: { segment_id: segmentId }, signal })),
    refetchInterval: ({ state }) => (state.data?.is_counting === true ? COUNTING_MS : false),
  });
}

/** Fetches the customers who match unsaved rules. */
export function previewQuery(rules: SegmentRules | null, segmentId: string | null) {
  return queryOptions({
    queryKey: [...SEGMENTS, "preview", segmentId, rules],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/preview-segment", {
          body: { rules: rules as SegmentRules, segment_id: segmentId },
          signal,
        }),
      ),
    enabled: rules !== null,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
}

/** Fetches the first members of a segment. */
export function membersQuery(segmentId: string, page: number, pageSize: number) {
  return queryOptions({
    queryKey: [...SEGMENTS, "members", segmentId, page, pageSize],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/get-customers", {
          body: { basedOn: "segment" as const, id: segmentId, page, pageSize, sort: "name" },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Custom fields, and the tags in use. */
export const fieldsQuery = queryOptions({
  queryKey: [...SEGMENTS, "fields"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-customer-fields", { body: {}, signal })),
  staleTime: 30_000,
});

/** Invalidates everything about segments. */
function useRefresh() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: SEGMENTS });
}

/** Adds a segment, or changes one. */
export function useSaveSegment() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { segment_id: string | null; name: string; description: string; rules: SegmentRules | null }) =>
      answerOf(api.POST("/v1/save-segment", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Deletes a segment. */
export function useDeleteSegment() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (segmentId: string) =>
      deletionOf(answerOf(api.POST("/v1/delete-segment", { body: { segment_id: segmentId } }))),
    onSettled: refresh,
  });
}

/** Removes customers from a list. */
export function useRemoveMembers(segmentId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (remove: string[]) =>
      answerOf(
        api.POST("/v1/change-segment-members", {
          body: { segment_id: segmentId, add: [], remove },
          headers: idempotencyKey(),
        }),
      ),
    onSettled: refresh,
  });
}

/** Adds the customers with these addresses and numbers to a list. */
export function useImportMembers(segmentId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (contacts: string[]) =>
      answerOf(
        api.POST("/v1/import-segment-members", {
          body: { segment_id: segmentId, contacts, dry_run: false },
          headers: idempotencyKey(),
        }),
      ),
    onSettled: refresh,
  });
}
