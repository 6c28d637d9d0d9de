import { useMutation, useQueryClient } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/codes/api/keys";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";
import { foldersKey } from "@/shared/folders/folders";

export type ManyCodes = components["schemas"]["ManyCodes"];
export type ImportSource = components["schemas"]["ImportCodes"]["source"];

/** What would be made, or is made, from rows or from a file. */
export interface Many {
  preview: boolean;
}

export interface ManyFromRows extends Many {
  codeId: string;
  rows: Record<string, unknown>[];
}

export interface ManyFromFile extends Many {
  source: ImportSource;
  csv: string;
  folderId: string | null;
}

/** Makes a child of a code for each row. */
export function useCloneMany() {
  return useManyCodes(({ codeId, rows, preview }: ManyFromRows) =>
    answerOf(
      api.POST("/v1/clone-multiple", {
        body: { code_id: codeId, data: rows, preview },
        headers: idempotencyKey(),
      }),
    ),
  );
}

/** Makes a code for each link of another product or of a file. */
export function useImportCodes() {
  return useManyCodes(({ source, csv, folderId, preview }: ManyFromFile) =>
    answerOf(
      api.POST("/v1/import-codes", {
        body: { source, csv, folder_id: folderId, preview },
        headers: idempotencyKey(),
      }),
    ),
  );
}

function useManyCodes<Wanted extends Many>(make: (wanted: Wanted) => Promise<ManyCodes>) {
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
