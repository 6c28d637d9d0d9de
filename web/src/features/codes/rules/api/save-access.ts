import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { components } from "@/shared/api/schema";
import { answerOf, api } from "@/shared/api/client";
import { rebaseVersion, inOrder } from "@/shared/api/in-order";

type UpdateCode = components["schemas"]["UpdateCode"];

/** The fields of a code that this part of the editor changes. Absent fields stay as they are. */
export type AccessChange = Partial<UpdateCode> & { code_id: string };

/** Saves all rules of a code in their current state. */
export function useSaveRules() {
  const cache = useQueryClient();
  const [saves] = useState(() =>
    inOrder<AccessChange, components["schemas"]["CodeRead"]>(
      (change, headers) => answerOf(api.POST("/v1/qr/update-code", { body: change, headers })),
      rebaseVersion,
    ),
  );
  return useMutation({
    mutationFn: saves.send,
    onSettled: () => cache.invalidateQueries({ queryKey: ["codes"] }),
  });
}

/** Changes password, dates, limits or the fallback of a code. */
export function useSaveAccess() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: AccessChange) => answerOf(api.POST("/v1/qr/update-code", { body: change })),
    onSettled: () => cache.invalidateQueries({ queryKey: ["codes"] }),
  });
}
