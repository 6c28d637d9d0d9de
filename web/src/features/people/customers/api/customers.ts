import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";
import { useToasts } from "@/shared/components/toasts";
import { saveFile } from "@/shared/files/save-file";
import { everyMember } from "@/shared/organization/member-names";

export type Customer = components["schemas"]["CustomerRead"];
export type CustomerDetail = components["schemas"]["CustomerDetail"];
export type CustomerField = components["schemas"]["CustomerFieldRead"];
export type CustomerChanges = Partial<components["schemas"]["SaveCustomer"]>;
export type Interaction = components["schemas"]["CustomerInteraction"];
export type ActivityRow = components["schemas"]["ActivityRow"];

/** The filters and the order of the list of customers. */
export interface CustomerChoice {
  filter: string;
  tag: string | null;
  has: "email" | "phone" | null;
  /** The member who is responsible for them. */
  owner: string | null;
  segment: string | null;
  /** Only customers who got something from this campaign. Takes precedence over the segment. */
  campaign: string | null;
  sort: string;
  page: number;
  pageSize: number;
  /** The last customer of the previous page, if known, so that a late page is as fast as the first. */
  after: string | null;
}

const keys = { all: ["customers"] as const, fields: ["customers", "fields"] as const };
const LIVE_MS = 5_000;

function basisOf({ campaign, segment }: Pick<CustomerChoice, "campaign" | "segment">) {
  if (campaign !== null) {
    return { basedOn: "campaign" as const, id: campaign };
  }
  return segment === null ? { basedOn: "all" as const } : { basedOn: "segment" as const, id: segment };
}

/** Fetches a page of customers. */
export function customersQuery({ filter, tag, has, owner, sort, page, pageSize, after, ...choice }: CustomerChoice) {
  const body = {
    filter: filter || null,
    tags: tag === null ? [] : [tag],
    has: has === null ? [] : [has],
    owner_id: owner,
    sort,
    page,
    pageSize,
    after,
    ...basisOf(choice),
  };
  return queryOptions({
    queryKey: [...keys.all, "list", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-customers", { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** Fetches a customer with the notes about them. */
export function customerQuery(customerId: string) {
  return queryOptions({
    queryKey: [...keys.all, "one", customerId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-customer", { body: { customer_id: customerId }, signal })),
    staleTime: 5_000,
  });
}

/** Custom fields, and the tags in use. */
export const customerFieldsQuery = queryOptions({
  queryKey: keys.fields,
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-customer-fields", { body: {}, signal })),
  staleTime: 30_000,
});

/** Members who can be responsible for a customer. */
export const membersQuery = queryOptions({
  queryKey: [...keys.all, "members"],
  queryFn: async ({ signal }) => {
    const members = await everyMember(signal);
    return members
      .filter((one) => one.status === "active")
      .map((one) => ({ id: one.user_id, name: one.name || one.email || one.user_id }));
  },
  staleTime: 60_000,
});

/** Fetches a customer's timeline, newest first, repeatedly while it is open. */
export function activityQuery(customerId: string) {
  return infiniteQueryOptions({
    queryKey: [...keys.all, "activity", customerId],
    queryFn: ({ signal, pageParam }) =>
      answerOf(
        api.POST("/v1/get-customer-activity", {
          body: { customer_id: customerId, after: pageParam, page_size: 50 },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    // All pages are fetched again, so the interval grows with their number.
    refetchInterval: ({ state }) => LIVE_MS * Math.max(1, state.data?.pages.length ?? 1),
    retry: false,
  });
}

/** Fetches a customer's totals. */
export function interactionQuery(customerId: string) {
  return queryOptions({
    queryKey: [...keys.all, "interaction", customerId],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/get-customer-interaction", { body: { customer_id: customerId }, signal })),
    refetchInterval: LIVE_MS,
    retry: false,
  });
}

/**
 * Invalidates everything about customers. A successful change completes when that is done, and a failed one reports its
 * error at once.
 */
export function useRefresh() {
  const cache = useQueryClient();
  return (_?: unknown, error?: unknown) => {
    const fresh = cache.invalidateQueries({ queryKey: keys.all });
    return error ? undefined : fresh;
  };
}

/** Adds a customer, or changes one. */
export function useSaveCustomer() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: CustomerChanges) =>
      answerOf(api.POST("/v1/save-customer", { body: body as never, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Adds a tag to customers, or removes it. */
export function useTagCustomers() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { customer_ids: string[]; add: string[]; remove: string[] }) =>
      answerOf(api.POST("/v1/tag-customers", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Adds a note about a customer. */
export function useAddNote() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { customer_id: string; text: string }) =>
      answerOf(api.POST("/v1/add-customer-note", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Deletes a note. */
export function useDeleteNote() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (noteId: string) =>
      deletionOf(answerOf(api.POST("/v1/delete-customer-note", { body: { note_id: noteId } }))),
    onSettled: refresh,
  });
}

/** Adds a custom field. */
export function useSaveField() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: CustomerField) =>
      answerOf(api.POST("/v1/save-customer-field", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Deletes a custom field and its values. */
export function useDeleteField() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) => deletionOf(answerOf(api.POST("/v1/delete-customer-field", { body: { name } }))),
    onSettled: refresh,
  });
}

/** Erases a customer with all personal data. The reason is stored with the receipt. */
export function useEraseCustomer() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ customerId, reason }: { customerId: string; reason: string }) =>
      answerOf(api.POST("/v1/erase-person", { body: { customer_id: customerId, reason }, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Saves all customers with their totals as a file, and returns false if a job creates it because it is long. */
export function useExportCustomers() {
  return useMutation({
    mutationFn: async () => {
      const body = { from: "customers", params: { interval: "all" as const, format: "csv" as const } };
      const { file_name, media_type, data } = await answerOf(api.POST("/v1/export-csv", { body }));
      if (data) {
        saveFile({ file_name, media_type, data });
      }
      return Boolean(data);
    },
  });
}

/** Saves everything that is stored about a customer as a file. */
export function usePersonFile(customerId: string) {
  const toasts = useToasts();
  return useMutation({
    mutationFn: () => answerOf(api.POST("/v1/export-person", { body: { customer_id: customerId } })),
    onSuccess: saveFile,
    onError: toasts.error,
  });
}
