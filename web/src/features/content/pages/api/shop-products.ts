import { infiniteQueryOptions, useMutation } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type ShopProduct = components["schemas"]["ProductRead"];

const PAGE_SIZE = 20;

/** Fetches products of the connected shop whose title begins with a text, sorted by title. */
export const shopProductsQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ["shop-products", text],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.POST("/v1/shopify-products", { body: { filter: text, position: pageParam, size: PAGE_SIZE }, signal }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_position,
  });

/** Adds a product to the organisation's pages: its picture is copied, and its data follows the shop from then on. */
export function useShopProduct() {
  return useMutation({
    mutationFn: (productId: string) => answerOf(api.POST("/v1/use-shop-product", { body: { product_id: productId } })),
  });
}
