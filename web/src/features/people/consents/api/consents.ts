import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";
import { saveFile } from "@/shared/files/save-file";

export type Standing = components["schemas"]["StandingRead"];
export type Entry = components["schemas"]["EntryRead"];
export type Channel = Standing["channel"];
export type Purpose = Standing["purpose"];
export type SuppressionList = components["schemas"]["SuppressionListRead"];
export type SuppressionImport = components["schemas"]["SuppressionImport"];

const keys = {
  all: ["consents"] as const,
  lists: ["consents", "suppressions"] as const,
  rules: ["consents", "rules"] as const,
};

/** The maximum number of rows per import call. */
const ROWS_OF_CALL = 4_000;

/** Fetches the consents and refusals of a customer. */
export function consentsQuery(customerId: string) {
  return queryOptions({
    queryKey: [...keys.all, "of", customerId],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/get-customer-consents", { body: { customer_id: customerId }, signal })),
    staleTime: 5_000,
  });
}

/** Fetches a page of suppression lists. */
export function suppressionsQuery(page: number) {
  return queryOptions({
    queryKey: [...keys.lists, page],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-suppressions", { body: { page, pageSize: 25 }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** The quiet hours, cap and minimum age. */
export const contactRulesQuery = queryOptions({
  queryKey: keys.rules,
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-contact-rules", { body: {}, signal })),
  staleTime: 30_000,
});

function useRefresh() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: keys.all });
}

interface Recorded {
  customer_id: string;
  channel: Channel;
  purpose: Purpose;
  decision: "given" | "withdrawn";
  reason: string;
  text: string | null;
  confirm: boolean;
}

/** Records a yes or no that a customer gave to a member. */
export function useRecordConsent() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Recorded) => answerOf(api.POST("/v1/record-consent", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Saves the evidence of a customer's consents as a file. */
export function useSaveProof(customerId: string) {
  return useMutation({
    mutationFn: async (format: "json" | "pdf") =>
      saveFile(await answerOf(api.POST("/v1/get-consent-proof", { body: { customer_id: customerId, format } }))),
  });
}

/** An import that failed or was stopped. The same import continues there, in the list that it has begun. */
interface BegunImport {
  name: string;
  text: string;
  /** The first row of the next call. */
  start: number;
  done: SuppressionImport | null;
  /** Whether the user wants no further calls. */
  isStopped: boolean;
  /** The key of the next call, which stays the same when the call is repeated. */
  headers: ReturnType<typeof idempotencyKey>;
}

/** The rows of an import that were sent, and all of them. */
export interface ImportProgress {
  sent: number;
  rows: number;
}

/**
 * Imports the addresses in a text to a new list, a few thousand rows at a time. The answer is null if the import was
 * stopped; the same import then continues where it stopped.
 */
export function useImportSuppressions() {
  const refresh = useRefresh();
  const begun = useRef<BegunImport | null>(null);
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const importing = useMutation({
    meta: { quiet: true }, // the dialog shows the progress and must stay usable, to stop it
    mutationFn: async ({ name, text }: { name: string; text: string }) => {
      const before = begun.current;
      const isSame = before?.name === name && before.text === text;
      const now = isSame ? before : { name, text, start: 0, done: null, isStopped: false, headers: idempotencyKey() };
      begun.current = now;
      now.isStopped = false;
      const done = await importRows(now, setProgress);
      if (done !== null) {
        begun.current = null;
      }
      return done;
    },
    onSettled: refresh,
  });
  const stop = () => {
    if (begun.current !== null) {
      begun.current.isStopped = true;
    }
  };
  return { importing, progress, stop };
}

async function importRows(
  now: BegunImport,
  onProgress: (progress: ImportProgress) => void,
): Promise<SuppressionImport | null> {
  const rows = now.text.split(/\r?\n/);
  for (; now.start < rows.length; now.start += ROWS_OF_CALL) {
    const { start, done, headers } = now;
    onProgress({ sent: start, rows: rows.length });
    if (now.isStopped) {
      return null;
    }
    const part = rows.slice(start, start + ROWS_OF_CALL).join("\n");
    if (part.trim() !== "") {
      const list = done === null ? { name: now.name, list_id: null } : { name: null, list_id: done.list_id };
      const next = await answerOf(api.POST("/v1/import-suppressions", { body: { text: part, ...list }, headers }));
      const numbered = { ...next, problems: next.problems.map((one) => ({ ...one, row: one.row + start })) };
      now.done = done === null ? numbered : joined(done, numbered);
      now.headers = idempotencyKey();
    }
  }
  return now.done;
}

function joined(one: SuppressionImport, other: SuppressionImport): SuppressionImport {
  return {
    ...one,
    added: one.added + other.added,
    known: one.known + other.known,
    refused: one.refused + other.refused,
    problems: [...one.problems, ...other.problems].slice(0, 100),
  };
}

/** Deletes a list with its addresses. */
export function useDeleteSuppressionList() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (listId: string) =>
      deletionOf(answerOf(api.POST("/v1/delete-suppression-list", { body: { list_id: listId } }))),
    onSettled: refresh,
  });
}

/** Finds the lists that contain an address or number. */
export function useFindSuppression() {
  return useMutation({
    mutationFn: (address: string) => answerOf(api.POST("/v1/find-suppression", { body: { address } })),
  });
}

/** Removes an address or number from every list. */
export function useRemoveSuppression() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (address: string) =>
      // The key makes a second click share the answer. Otherwise it would fail because the address is already removed.
      deletionOf(answerOf(api.POST("/v1/remove-suppression", { body: { address }, headers: idempotencyKey() }))),
    onSettled: refresh,
  });
}

export type ContactRules = components["schemas"]["ContactRulesRead"];

/** Sets the given rules. Null removes one. */
export function useSaveContactRules() {
  const cache = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Partial<ContactRules>) => answerOf(api.POST("/v1/save-contact-rules", { body })),
    onSuccess: (saved) => cache.setQueryData(keys.rules, saved),
    onSettled: refresh,
  });
}
