import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { everyPage } from "@/shared/api/every-page";
import type { components } from "@/shared/api/schema";
import { INTEGRATIONS_KEY } from "@/shared/integrations/integrations";

type CreateDiscount = components["schemas"]["CreateDiscount"];

/** The batches of promo codes of all codes, newest first. */
export const batchesQuery = queryOptions({
  queryKey: [...INTEGRATIONS_KEY, "promo-batches"],
  queryFn: ({ signal }) =>
    everyPage((page, pageSize) =>
      answerOf(api.POST("/v1/promo_lock/list_batches", { body: { page, pageSize }, signal })),
    ),
});

/** Creates a discount in the connected shop, once per idempotency key. */
export function useShopDiscount() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: CreateDiscount; key: string }) =>
      answerOf(api.POST("/v1/shopify-create-discount", { body, headers: { "Idempotency-Key": key } })),
    onSettled: () => cache.invalidateQueries({ queryKey: INTEGRATIONS_KEY }),
  });
}
