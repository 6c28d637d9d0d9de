import { fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { ShopProductField } from "@/features/content/pages/editor/shop-product-field";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

const DARK = {
  product_id: "gid://shopify/Product/7",
  title: "Dark",
  url: "https://beans.example/dark",
  picture_url: null,
  picture_text: null,
  price_cents: 1250,
  currency: "USD",
  is_available: false,
  variants: [],
};

const problem = (status: number, code: string) => ({
  error: { code, message: code, errors: [], status },
  response: new Response(null, { status }),
});

test("a product is chosen, and the block copies its data from the shop", async () => {
  vi.spyOn(calls, "POST").mockImplementation((path: string) =>
    Promise.resolve({
      data:
        path === "/v1/shopify-products"
          ? { items: [DARK], next_position: null }
          : { product_id: "7", name: "Dark", price_cents: 1250, currency: "USD", picture_url: null, url: DARK.url },
      response: new Response(),
    }),
  );
  const onTake = vi.fn();
  renderApp(<ShopProductField value="" onTake={onTake} onDetach={() => undefined} />);
  fireEvent.click(screen.getByRole("button", { name: "Choose from your shop" }));
  fireEvent.click(await screen.findByRole("button", { name: /Dark.*not on sale/ }));
  await waitFor(() => {
    expect(onTake).toHaveBeenCalledWith(expect.objectContaining({ shop_product_id: "7", href: DARK.url }));
  });
});

test("without a shop, the dialog links to the place to connect one", async () => {
  vi.spyOn(calls, "POST").mockResolvedValue(problem(409, "not_connected"));
  renderApp(
    <MemoryRouter>
      <ShopProductField value="7" onTake={() => undefined} onDetach={() => undefined} />
    </MemoryRouter>,
  );
  expect(screen.getByText(/come from the shop/)).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Choose another product" }));
  expect(await screen.findByRole("link", { name: "Connect a shop" })).toBeVisible();
});
