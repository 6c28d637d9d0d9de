import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type PassSummary = components["schemas"]["PassSummary"];

export const PAGE_SIZE = 25;

/** A page of passes, newest first; `text` is searched for in names, serial numbers and descriptions. */
export function passesQuery(text: string, page: number) {
  return queryOptions({
    queryKey: ["passes", "list", text, page],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/dev/allpass", {
          params: { query: { page, pageSize: PAGE_SIZE, ...(text === "" ? {} : { filter: text }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** The passes of a customer, newest first. */
export function customerPassesQuery(customerId: string) {
  return queryOptions({
    queryKey: ["passes", "customer", customerId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/dev/allpass", { params: { query: { customer_id: customerId, pageSize: PAGE_SIZE } }, signal }),
      ),
    staleTime: 5_000,
  });
}

const DAYS_AND_TEMPLATES = 1_000;

/** Statistics of passes in the last 30 days, by day and template. */
export function passLifeQuery() {
  const body = { report: "pass_templates", interval: "30day" as const, limit: DAYS_AND_TEMPLATES };
  return queryOptions({
    queryKey: ["analytics", "report", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-report", { body, signal })),
    staleTime: 60_000,
  });
}

/** Voids a pass or makes it valid again; everything else that it shows stays the same. */
export function useVoidPass() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ passId, isVoid }: { passId: string; isVoid: boolean }) => {
      const path = { pass_id: passId };
      const { content } = await answerOf(api.GET("/dev/pass/{pass_id}", { params: { path } }));
      return answerOf(
        api.PUT("/dev/pass/{pass_id}", { params: { path }, body: { content: { ...content, is_void: isVoid } } }),
      );
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: ["passes"] }),
  });
}

/** Downloads all valid passes of a customer as one file. */
export function useDownloadBundle() {
  return useMutation({
    mutationFn: async (customer_id: string) => {
      const file: unknown = await answerOf(
        api.PUT("/v1/bundle-passes", { body: { customer_id, pass_ids: [] }, parseAs: "blob" }),
      );
      return file as Blob;
    },
  });
}

/** Downloads the signed file of a pass in its current state. */
export function useDownloadPass() {
  return useMutation({
    mutationFn: async (pass: Pick<PassSummary, "passTypeIdentifier" | "serialNumber">) => {
      const path = { passTypeIdentifier: pass.passTypeIdentifier, serialNumber: pass.serialNumber };
      const call = api.GET("/dev/pass/{passTypeIdentifier}/{serialNumber}.pkpass", {
        params: { path },
        parseAs: "blob",
      });
      const file: unknown = await answerOf(call);
      return file as Blob;
    },
  });
}
