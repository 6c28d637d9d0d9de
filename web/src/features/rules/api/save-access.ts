import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/shared/api/schema";
import { answerOf, api } from "@/shared/api/client";

type UpdateCode = components["schemas"]["UpdateCode"];

/** What this part of the editor changes of a code; absent fields stay as they are. */
export type AccessChange = Partial<UpdateCode> & { code_id: string };

/** Changes rules, password, dates, limits or the fallback of a code. */
export function useSaveAccess() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: AccessChange) =>
      answerOf(api.POST("/v1/qr/update-code", { body: change as UpdateCode })),
    onSettled: () => cache.invalidateQueries({ queryKey: ["codes"] }),
  });
}
