import { useMutation, useQueryClient } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/api/keys";
import type { CreateCode } from "@/features/codes/types";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";

/** Makes a code. */
export function useCreateCode() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<CreateCode>) =>
      answerOf(api.POST("/v1/qr/create-code", { body: body as CreateCode, headers: idempotencyKey() })),
    onSuccess: () => cache.invalidateQueries({ queryKey: codeKeys.all }),
  });
}
