import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type PassAtTillRead = components["schemas"]["PassAtTill"];

/** The current state of the pass with a barcode, serial number or page address. */
export function foundPassQuery(text: string) {
  return queryOptions({
    queryKey: ["passes", "till", text],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/find-pass", { body: { text }, signal })),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}

function useKeep(text: string) {
  const cache = useQueryClient();
  return (card: PassAtTillRead) => cache.setQueryData(foundPassQuery(text).queryKey, card);
}

/** Redeems a pass. Repeating the same key counts as the same redemption. */
export function useRedeemPass(text: string) {
  const keep = useKeep(text);
  return useMutation({
    mutationFn: (body: { pass_id: string; idempotency_key: string }) => answerOf(api.POST("/v1/redeem-pass", { body })),
    onSuccess: ({ card }) => keep(card),
  });
}

/** Undoes a redemption of the last 15 minutes. */
export function useUndoPass(text: string) {
  const keep = useKeep(text);
  return useMutation({
    mutationFn: (redemption_id: string) =>
      answerOf(api.POST("/v1/undo-pass-redemption", { body: { redemption_id }, headers: idempotencyKey() })),
    onSuccess: ({ card }) => keep(card),
  });
}
