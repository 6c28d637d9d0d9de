import { useMutation, useQueryClient } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/codes/api/keys";
import type { Design, UpdateCode } from "@/features/codes/codes/types";
import { answerOf, api } from "@/shared/api/client";

interface CodeChange {
  code: Partial<UpdateCode> & { code_id: string };
  design: Design | null;
  /** Whether to save a picture even if no scanner can read it. */
  asIs?: boolean;
}

/** Changes a code and, if it changed too, its picture. If either is refused, nothing is saved. */
export function useUpdateCode() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ code, design, asIs = false }: CodeChange) => {
      const designChange = design === null ? {} : { design, accept_unreadable: asIs };
      return answerOf(api.POST("/v1/qr/update-code", { body: { ...code, ...designChange } }));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: codeKeys.all }),
  });
}
