import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { PassList } from "@/features/wallet/passes/components/pass-list";
import { api } from "@/shared/api/client";
import { renderApp } from "@/shared/testing/render";

const PASS = {
  pass_id: "pass_1",
  passTypeIdentifier: "pass.dev.waypost.a",
  serialNumber: "A-1",
  style: "coupon",
  description: "Harbor Coffee coupon",
  customer_id: "cus_ana",
  is_void: true,
  is_development: true,
  phones: 2,
  created_at: "2026-05-01T08:00:00Z",
  updated_at: "2026-05-01T08:00:00Z",
};

function serving(items: unknown[]) {
  return vi.spyOn(api, "GET").mockResolvedValue({
    data: { items, total: items.length, page: 1, pageSize: 25 },
    response: new Response(),
  });
}

function show() {
  renderApp(
    <MemoryRouter>
      <PassList />
    </MemoryRouter>,
  );
}

test("a pass says what it is, on how many phones, and that no phone takes one for development", async () => {
  const get = serving([PASS]);
  show();
  expect(await screen.findByRole("heading", { name: "Harbor Coffee coupon" })).toBeVisible();
  expect(screen.getByText(/Coupon · A-1 · On 2 phones/)).toBeVisible();
  expect(screen.getByText("Void")).toBeVisible();
  expect(screen.getByText("Development: phones refuse it")).toBeVisible();
  expect(screen.getByRole("link", { name: "Customer" })).toHaveAttribute("href", "/admin/customers/cus_ana");
  await userEvent.type(screen.getByRole("searchbox"), "spring");
  await vi.waitFor(() =>
    expect(get).toHaveBeenLastCalledWith(
      "/dev/allpass",
      expect.objectContaining({ params: { query: { page: 1, pageSize: 25, filter: "spring" } } }),
    ),
  );
});

test("an empty list says how passes come to be", async () => {
  serving([]);
  show();
  expect(await screen.findByText("No passes yet")).toBeVisible();
});
