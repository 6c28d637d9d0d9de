import { t } from "@lingui/core/macro";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { ApiError, isFinal } from "@/shared/api/errors";
import type { components } from "@/shared/api/schema";
import { saveFile } from "@/shared/files/save-file";

export type CustomerImport = components["schemas"]["ImportRead"];
export type ImportDetail = components["schemas"]["ImportDetail"];
export type ImportProblem = components["schemas"]["ImportProblemRead"];
export type Encoding = NonNullable<components["schemas"]["Body_upload_customer_import"]["encoding"]>;
export type ImportChoice = Pick<components["schemas"]["CheckImport"], "mapping" | "existing" | "dates" | "tags">;
type Action = "run" | "undo" | "cancel";

const MAX_BYTES = 100_000_000;
const BUSY: readonly CustomerImport["state"][] = ["checking", "running", "undoing"];
const ASK_AGAIN_MS = 700;
const LIST_AGAIN_MS = 2_000;
export const PROBLEMS_PAGE = 25;
const keys = { all: ["customers", "imports"] as const };

/** Whether a job is working on the import. */
export function isBusy({ state }: Pick<CustomerImport, "state">): boolean {
  return BUSY.includes(state);
}

/** Fetches an import, repeatedly as long as a job is working on it. */
export function importQuery(importId: string) {
  return queryOptions({
    queryKey: [...keys.all, "one", importId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-customer-import", { body: { import_id: importId }, signal })),
    refetchInterval: ({ state: { data, error } }) =>
      data !== undefined && isBusy(data) && !isFinal(error) ? ASK_AGAIN_MS : false,
  });
}

/** Fetches the latest imports, repeatedly as long as a job is working on one of them. */
export function importsQuery(page: number) {
  return queryOptions({
    queryKey: [...keys.all, "list", page],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-customer-imports", { body: { page, pageSize: 10 }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data, error } }) =>
      data?.items.some(isBusy) === true && !isFinal(error) ? LIST_AGAIN_MS : false,
  });
}

/** Fetches rows that were refused, and values that were left out. */
export function problemsQuery({ import_id, state }: Pick<CustomerImport, "import_id" | "state">, page: number) {
  return queryOptions({
    queryKey: [...keys.all, "problems", import_id, state, page],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/list-customer-import-problems", {
          body: { import_id, page, pageSize: PROBLEMS_PAGE },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Uploads a file. One that is too large is rejected without being sent. */
export function useUploadImport() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, encoding }: { file: File; encoding: Encoding | null }) => {
      if (file.size > MAX_BYTES) {
        const message = t`“${file.name}” is larger than 100 MB. Split it into several files.`;
        throw new ApiError({ status: 413, code: "too_large", message });
      }
      return answerOf(
        api.POST("/v1/upload-customer-import", {
          body: { file: file as never, encoding },
          bodySerializer: () => {
            const form = new FormData();
            form.set("file", file);
            if (encoding !== null) {
              form.set("encoding", encoding);
            }
            return form;
          },
        }),
      );
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Saves the matched columns and starts the dry run. */
export function useCheckImport(importId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (choice: ImportChoice) =>
      answerOf(
        api.POST("/v1/check-customer-import", {
          body: { ...choice, import_id: importId },
          headers: idempotencyKey(),
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.all }),
  });
}

const CALLS = {
  run: "/v1/run-customer-import",
  undo: "/v1/undo-customer-import",
  cancel: "/v1/cancel-customer-import",
} as const;

/** Starts, undoes or stops the import. */
export function useImportAction(importId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (action: Action) =>
      answerOf(api.POST(CALLS[action], { body: { import_id: importId }, headers: idempotencyKey() })),
    onSettled: () => cache.invalidateQueries({ queryKey: ["customers"] }),
  });
}

/** Saves all problems as a file. */
export function useProblemsFile(importId: string) {
  return useMutation({
    mutationFn: () => answerOf(api.POST("/v1/export-customer-import-problems", { body: { import_id: importId } })),
    onSuccess: saveFile,
  });
}
