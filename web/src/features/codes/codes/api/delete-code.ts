import { useMutation, useQueryClient } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/codes/api/keys";
import { answerOf, api } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";

/** Deletes a code, which can be restored for 30 days. */
export function useDeleteCode() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (codeId: string) => deletionOf(answerOf(api.POST("/v1/delete-qr-ode", { body: { id: codeId } }))),
    onSettled: () => cache.invalidateQueries({ queryKey: codeKeys.all }),
  });
}

/** Restores a deleted code. */
export function useRestoreCode() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (codeId: string) =>
      answerOf(api.POST("/v1/qr/update-code", { body: { code_id: codeId, restore: true } })),
    onSettled: () => cache.invalidateQueries({ queryKey: codeKeys.all }),
  });
}
