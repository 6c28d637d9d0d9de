import { useMutation, useQueryClient } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/api/keys";
import type { Design, UpdateCode } from "@/features/codes/types";
import { answerOf, api } from "@/shared/api/client";

interface CodeChange {
  code: Partial<UpdateCode> & { code_id: string };
  design: Design | null;
}

/** Changes a code and, when it changed too, its picture. */
export function useUpdateCode() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ code, design }: CodeChange) => {
      const changed = await answerOf(api.POST("/v1/qr/update-code", { body: code as UpdateCode }));
      if (design !== null) {
        const body = { code_id: code.code_id, design, accept_unreadable: false, version: changed.version };
        await answerOf(api.POST("/v1/update-qr-code", { body }));
      }
      return changed;
    },
    onSettled: () => cache.invalidateQueries({ queryKey: codeKeys.all }),
  });
}
