import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/codes/api/keys";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { foldersKey } from "@/shared/folders/folders";

/** Every tag in use. Kept below the codes' key, since changing codes changes tags. */
export const tagsQuery = queryOptions({
  queryKey: [...codeKeys.all, "tags"],
  queryFn: async ({ signal }) => (await answerOf(api.POST("/v1/get-tags", { body: {}, signal }))).items,
});

/** Renames a tag on every code; null takes it off. */
export function useRenameTag() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { tag: string; to: string | null }) => answerOf(api.POST("/v1/rename-tag", { body })),
    onSettled: () => cache.invalidateQueries({ queryKey: codeKeys.all }),
  });
}

/** Copies a code, into a folder when one is named (null is the top). */
export function useCopyCode() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ codeId, folderId }: { codeId: string; folderId?: string | null }) =>
      folderId === undefined
        ? answerOf(api.POST("/v1/qr/create-duplicate-code", { body: { code_id: codeId }, headers: idempotencyKey() }))
        : answerOf(
            api.POST("/v1/clone-code", { body: { code_id: codeId, folder_id: folderId }, headers: idempotencyKey() }),
          ),
    onSettled: async () => {
      await Promise.all([
        cache.invalidateQueries({ queryKey: codeKeys.all }),
        cache.invalidateQueries({ queryKey: foldersKey }),
        cache.invalidateQueries({ queryKey: ["pages"] }),
        cache.invalidateQueries({ queryKey: ["notes"] }),
      ]);
    },
  });
}

/** Gives a code the look of another one. */
export function useCopyDesign() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ from, to }: { from: string; to: string }) =>
      answerOf(api.POST("/v1/qr/clone-qr", { body: { code_id: from, to_code_id: to } })),
    onSettled: () => cache.invalidateQueries({ queryKey: codeKeys.all }),
  });
}

/** Copies a code into another organisation of the caller's. */
export function useCopyAbroad() {
  return useMutation({
    mutationFn: ({ codeId, orgId }: { codeId: string; orgId: string }) =>
      answerOf(api.POST("/v1/clone-code", { body: { code_id: codeId, to_org_id: orgId }, headers: idempotencyKey() })),
  });
}
