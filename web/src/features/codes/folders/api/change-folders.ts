import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import { foldersKey } from "@/shared/folders/folders";

function useFolderChange<Variables, Result>(change: (variables: Variables) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      await Promise.all([
        cache.invalidateQueries({ queryKey: foldersKey }),
        cache.invalidateQueries({ queryKey: ["codes"] }),
      ]);
    },
  });
}

/** Creates a folder, at the top level or inside another one. */
export function useCreateFolder() {
  return useFolderChange((variables: { name: string; parent_id: string | null }) =>
    answerOf(api.POST("/v1/create-folder", { body: variables, headers: idempotencyKey() })),
  );
}

/** Renames a folder or moves it. If no new parent is given, it stays in place. */
export function useUpdateFolder() {
  return useFolderChange((variables: { folder_id: string; name?: string; parent_id?: string | null }) =>
    answerOf(api.POST("/v1/update-folder", { body: variables })),
  );
}

/** Deletes a folder. Its contents move up one level. */
export function useRemoveFolder() {
  return useFolderChange((folderId: string) =>
    deletionOf(answerOf(api.POST("/v1/remove-folder", { body: { folder_id: folderId } }))),
  );
}
