import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { codeKeys } from "@/features/codes/codes/api/keys";
import type { CreateCode } from "@/features/codes/codes/types";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";
import { inOrder } from "@/shared/api/in-order";

/** Creates a code. A retry after a lost response does not create it twice. */
export function useCreateCode() {
  const cache = useQueryClient();
  const [creation] = useState(() =>
    inOrder<CreateCode, components["schemas"]["CodeCreated"]>((body, headers) =>
      answerOf(api.POST("/v1/qr/create-code", { body, headers })),
    ),
  );
  return useMutation({
    mutationFn: creation.send,
    onSuccess: () => cache.invalidateQueries({ queryKey: codeKeys.all }),
  });
}
