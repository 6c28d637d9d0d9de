import { useMutation, useQueryClient } from "@tanstack/react-query";
import { promoKeys } from "@/features/promotions/promo-locks/api/keys";
import type { CreatePromoCodes, LockSettings } from "@/features/promotions/promo-locks/types";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";
import { saveFile } from "@/shared/files/save-file";

type SetMasterKey = components["schemas"]["SetMasterKey"];
type EditMasterKey = components["schemas"]["EditMasterKey"];

function useChange<Variables, Answer>(codeId: string, change: (variables: Variables) => Promise<Answer>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => cache.invalidateQueries({ queryKey: promoKeys.all(codeId) }),
  });
}

/** Changes the settings of the lock. */
export function useSetLock(codeId: string) {
  return useChange(codeId, (variables: LockSettings) =>
    answerOf(api.POST("/v1/promo_lock/set_lock", { body: { ...variables, qr_id: codeId } })),
  );
}

/** Creates or imports promo codes. */
export function useCreatePromoCodes(codeId: string) {
  return useChange(codeId, (variables: Omit<CreatePromoCodes, "qr_id">) =>
    answerOf(
      api.POST("/v1/promo_lock/create_promo_code", {
        body: { ...variables, qr_id: codeId },
        headers: idempotencyKey(),
      }),
    ),
  );
}

/** Withdraws promo codes. */
export function useWithdraw(codeId: string) {
  return useChange(codeId, (ids: string[]) =>
    answerOf(api.POST("/v1/promo_lock/withdraw_promo_codes", { body: { qr_id: codeId, promo_code_ids: ids } })),
  );
}

/** Saves all promo codes as a CSV file. */
export function useExport(codeId: string) {
  return useMutation({
    mutationFn: async () =>
      saveFile(await answerOf(api.POST("/v1/promo_lock/export_promo_codes", { body: { qr_id: codeId } }))),
  });
}

/** Marks the alarms as seen. */
export function useAcknowledgeAlarms(codeId: string) {
  return useChange(codeId, () => answerOf(api.POST("/v1/promo_lock/see_alarms", { body: { qr_id: codeId } })));
}

/** Sets the master key of a code. The key appears only in this response. */
export function useSetMasterKey(codeId: string) {
  return useChange(codeId, (variables: Partial<SetMasterKey>) =>
    answerOf(
      api.POST("/v1/promo_lock/set_master_key", { body: { ...variables, qr_id: codeId }, headers: idempotencyKey() }),
    ),
  );
}

/** Changes the master key, its expiry or its maximum number of uses. */
export function useEditMasterKey(codeId: string) {
  return useChange(codeId, (variables: Partial<EditMasterKey>) =>
    answerOf(
      api.POST("/v1/promo_lock/edit_master_key", {
        body: { ...variables, qr_id: codeId },
        headers: idempotencyKey(),
      }),
    ),
  );
}

/** Deletes the master key. */
export function useDeleteMasterKey(codeId: string) {
  return useChange(codeId, () =>
    deletionOf(answerOf(api.POST("/v1/promo_lock/delete_master_key", { body: { qr_id: codeId } }))),
  );
}
