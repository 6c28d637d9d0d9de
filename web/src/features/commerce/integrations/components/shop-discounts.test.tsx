import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ShopDiscounts } from "@/features/commerce/integrations/components/shop-discounts";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

vi.mock("@/shared/organization/organization", async (load) => ({
  ...(await load<object>()),
  useOrganization: () => ({ role: "editor" }),
  useOrganizationData: () => ({ data: { time_zone: "Asia/Kathmandu" } }),
}));

const BATCH = {
  batch_id: "bat_1",
  name: "Cards",
  code_id: "Ab3dE5fGhJ",
  code_name: "Menu",
  created_at: "2026-11-20T08:00:00Z",
  ends_at: null,
  left: 130,
};

afterEach(() => vi.restoreAllMocks());

test("a discount for a batch is created once, and a refusal is shown at its field", async () => {
  let isRefused = true;
  const post = vi.spyOn(calls, "POST").mockImplementation((path: string) => {
    if (path === "/v1/promo_lock/list_batches") {
      return Promise.resolve({ data: { items: [BATCH], total: 1 }, response: new Response() });
    }
    const refused = {
      status: 422,
      code: "invalid",
      message: "title must be new.",
      errors: [{ field: "title", message: "must be new." }],
    };
    return isRefused
      ? Promise.resolve({ error: refused, response: new Response(null, { status: 422 }) })
      : Promise.resolve({ data: { discount_id: "gid://1", codes: 130 }, response: new Response() });
  });
  renderApp(<ShopDiscounts />);
  const make = screen.getByRole("button", { name: "Make the discount" });
  expect(make).toBeDisabled();
  fireEvent.change(screen.getByLabelText(/Title in the shop/), { target: { value: "Cards" } });
  fireEvent.click(screen.getByLabelText("Everyone who has a promo code"));
  fireEvent.change(screen.getByRole("spinbutton", { name: /Discount/ }), { target: { value: "5" } });
  fireEvent.mouseDown(await screen.findByRole("combobox", { name: /Batch of promo codes/ }));
  fireEvent.click(await screen.findByRole("option", { name: "Cards · Menu · 130 left" }));
  fireEvent.change(screen.getByLabelText(/Last day/), { target: { value: "2027-05-31" } });
  fireEvent.click(make);
  expect(await screen.findByText("It must be new.")).toBeVisible();

  isRefused = false;
  fireEvent.change(screen.getByLabelText(/Title in the shop/), { target: { value: "New cards" } });
  fireEvent.click(make);
  expect(await screen.findByText("The discount is on, for 130 codes.")).toBeVisible();
  await waitFor(() => expect(make).toBeDisabled());
  const made = post.mock.calls.filter(([path]) => path === "/v1/shopify-create-discount");
  expect(made).toHaveLength(2);
  expect(made[1]?.[1]).toMatchObject({
    body: {
      title: "New cards",
      code: null,
      qr_id: "Ab3dE5fGhJ",
      batch_id: "bat_1",
      percent: 5,
      ends_at: "2027-05-31T18:15:00.000Z",
    },
  });
});
