import { t } from "@lingui/core/macro";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { ApiError, isFinal } from "@/shared/api/errors";
import type { components } from "@/shared/api/schema";
import { saveFile } from "@/shared/files/save-file";

type Schemas = components["schemas"];
export type PassImport = Schemas["PassImportRead"];
export type PassImportDetail = Schemas["PassImportDetail"];
export type Mapping = Schemas["CheckPassImport"]["mapping"];

const MAX_BYTES = 100_000_000;
const BUSY: readonly PassImport["state"][] = ["checking", "running", "undoing"];
const ASK_AGAIN_MS = 700;
const LIST_AGAIN_MS = 2_000;
const keys = { all: ["pass-imports"] as const };

/** Whether a job is working on the import. */
export function isBusy({ state }: Pick<PassImport, "state">): boolean {
  return BUSY.includes(state);
}

/** Fetches an import, repeatedly as long as a job is working on it. */
export function passImportQuery(importId: string) {
  return queryOptions({
    queryKey: [...keys.all, "one", importId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-pass-import", { body: { import_id: importId }, signal })),
    refetchInterval: ({ state: { data, error } }) =>
      data !== undefined && isBusy(data) && !isFinal(error) ? ASK_AGAIN_MS : false,
  });
}

/** Fetches the latest imports of a template, repeatedly as long as a job is working on one of them. */
export function passImportsQuery(templateId: string) {
  return queryOptions({
    queryKey: [...keys.all, "list", templateId],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/list-pass-imports", { body: { template_id: templateId, pageSize: 5 }, signal })),
    refetchInterval: ({ state: { data, error } }) =>
      data?.items.some(isBusy) === true && !isFinal(error) ? LIST_AGAIN_MS : false,
  });
}

/** Fetches the first rows from which no pass can be created. */
export function passProblemsQuery({ import_id, state }: Pick<PassImport, "import_id" | "state">) {
  return queryOptions({
    queryKey: [...keys.all, "problems", import_id, state],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/list-pass-import-problems", { body: { import_id, pageSize: 100 }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Uploads a file. One that is too large is rejected without being sent. */
export function useUploadPasses(templateId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_BYTES) {
        const message = t`“${file.name}” is larger than 100 MB. Split it into several files.`;
        throw new ApiError({ status: 413, code: "too_large", message });
      }
      return answerOf(
        api.POST("/v1/upload-pass-import", {
          body: { file: file as never, template_id: templateId },
          bodySerializer: () => {
            const form = new FormData();
            form.set("file", file);
            form.set("template_id", templateId);
            return form;
          },
        }),
      );
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Saves the matched columns and starts the dry run. */
export function useCheckPasses(importId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { mapping: Mapping; another: boolean }) =>
      answerOf(
        api.POST("/v1/check-pass-import", { body: { ...body, import_id: importId }, headers: idempotencyKey() }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.all }),
  });
}

const CALLS = {
  run: "/v1/run-pass-import",
  undo: "/v1/undo-pass-import",
  cancel: "/v1/cancel-pass-import",
} as const;

/** Creates the passes, undoes the import, or stops it. */
export function usePassImportAction(importId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (action: keyof typeof CALLS) =>
      answerOf(api.POST(CALLS[action], { body: { import_id: importId }, headers: idempotencyKey() })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Saves all problems as a file. */
export function useProblemsFile(importId: string) {
  return useMutation({
    mutationFn: () => answerOf(api.POST("/v1/export-pass-import-problems", { body: { import_id: importId } })),
    onSuccess: saveFile,
  });
}
