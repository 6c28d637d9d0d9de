import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/codes/api/keys";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { foldersKey } from "@/shared/folders/folders";

/** All tags in use. The key is below that of the codes, because changing codes changes tags. */
export const tagsQuery = queryOptions({
  queryKey: [...codeKeys.all, "tags"],
  queryFn: async ({ signal }) => (await answerOf(api.POST("/v1/get-tags", { body: {}, signal }))).items,
});

/** Renames a tag on every code. Null removes it. */
export function useRenameTag() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { tag: string; to: string | null }) => answerOf(api.POST("/v1/rename-tag", { body })),
    onSettled: () => cache.invalidateQueries({ queryKey: codeKeys.all }),
  });
}

/** Copies a code, into a folder if one is given (null is the top level). */
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

/** Applies the design of one code to another. */
export function useCopyDesign() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ from, to }: { from: string; to: string }) =>
      answerOf(api.POST("/v1/qr/clone-qr", { body: { code_id: from, to_code_id: to } })),
    onSettled: () => cache.invalidateQueries({ queryKey: codeKeys.all }),
  });
}

/** Copies a code into another of the user's organisations. */
export function useCopyAbroad() {
  return useMutation({
    mutationFn: ({ codeId, orgId }: { codeId: string; orgId: string }) =>
      answerOf(api.POST("/v1/clone-code", { body: { code_id: codeId, to_org_id: orgId }, headers: idempotencyKey() })),
  });
}
