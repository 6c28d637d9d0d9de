import { useMutation, useQueryClient } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/codes/api/keys";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";
import { foldersKey } from "@/shared/folders/folders";

export type BulkCreateResult = components["schemas"]["ManyCodes"];
export type ImportSource = components["schemas"]["ImportCodes"]["source"];

/** What to create from rows or from a file, or only to preview. */
export interface BulkCreateOptions {
  preview: boolean;
}

export interface BulkCreateFromRows extends BulkCreateOptions {
  codeId: string;
  rows: Record<string, unknown>[];
}

export interface ImportFromFile extends BulkCreateOptions {
  source: ImportSource;
  csv: string;
  folderId: string | null;
}

/** Creates a child of a code for each row. */
export function useCreateChildren() {
  return useBulkCreate(({ codeId, rows, preview }: BulkCreateFromRows) =>
    answerOf(
      api.POST("/v1/clone-multiple", {
        body: { code_id: codeId, data: rows, preview },
        headers: idempotencyKey(),
      }),
    ),
  );
}

/** Creates a code for each link from another product or from a file. */
export function useImportCodes() {
  return useBulkCreate(({ source, csv, folderId, preview }: ImportFromFile) =>
    answerOf(
      api.POST("/v1/import-codes", {
        body: { source, csv, folder_id: folderId, preview },
        headers: idempotencyKey(),
      }),
    ),
  );
}

function useBulkCreate<Variables extends BulkCreateOptions>(make: (variables: Variables) => Promise<BulkCreateResult>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: make,
    onSuccess: async (_, { preview }) => {
      if (!preview) {
        await Promise.all([
          cache.invalidateQueries({ queryKey: codeKeys.all }),
          cache.invalidateQueries({ queryKey: foldersKey }),
        ]);
      }
    },
  });
}
