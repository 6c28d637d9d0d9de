import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";
import { INTEGRATIONS_KEY } from "@/shared/integrations/integrations";

type CreateDiscount = components["schemas"]["CreateDiscount"];

/** Creates a discount in the connected shop, once per idempotency key. */
export function useShopDiscount() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: CreateDiscount; key: string }) =>
      answerOf(api.POST("/v1/shopify-create-discount", { body, headers: { "Idempotency-Key": key } })),
    onSettled: () => cache.invalidateQueries({ queryKey: INTEGRATIONS_KEY }),
  });
}
