import { useMutation, useQueryClient } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/api/keys";
import type { Design, UpdateCode } from "@/features/codes/types";
import { answerOf, api } from "@/shared/api/client";

interface CodeChange {
  code: Partial<UpdateCode> & { code_id: string };
  design: Design | null;
  /** Keep a picture that no reader can read. */
  asIs?: boolean;
}

/** Changes a code and, when it changed too, its picture. */
export function useUpdateCode() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ code, design, asIs = false }: CodeChange) => {
      if (design === null) {
        return answerOf(api.POST("/v1/qr/update-code", { body: code as UpdateCode }));
      }
      // The picture may be refused; nothing is saved then.
      const { version } = await answerOf(
        api.POST("/v1/update-qr-code", {
          body: { code_id: code.code_id, design, accept_unreadable: asIs, version: code.version ?? null },
        }),
      );
      return answerOf(api.POST("/v1/qr/update-code", { body: { ...code, version } as UpdateCode }));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: codeKeys.all }),
  });
}
