import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { PassList } from "@/features/wallet/passes/components/pass-list";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const PASS = {
  pass_id: "pass_1",
  passTypeIdentifier: "pass.dev.waypost.a",
  serialNumber: "A-1",
  style: "coupon",
  description: "Harbor Coffee coupon",
  customer_id: "cus_ana",
  customer_name: "Ana Silva",
  is_void: true,
  is_development: true,
  phones: 2,
  created_at: "2026-05-01T08:00:00Z",
  updated_at: "2026-05-01T08:00:00Z",
};

function serving(items: unknown[]) {
  return vi.spyOn(calls, "GET").mockResolvedValue({
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

test("a pass shows its holder, its kind, on how many phones it is, and that no phone accepts a development pass", async () => {
  const get = serving([PASS]);
  show();
  expect(await screen.findByRole("heading", { name: "Ana Silva" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Ana Silva" })).toHaveAttribute("href", "/admin/customers/cus_ana");
  expect(screen.getByText("Harbor Coffee coupon")).toBeVisible();
  expect(screen.getByText(/Coupon · A-1 · On 2 phones/)).toBeVisible();
  expect(screen.getByText("Void")).toBeVisible();
  expect(screen.getByText("Development")).toBeVisible();
  expect(screen.getByText(/Phones reject passes/)).toBeVisible();
  expect(screen.getByRole("link", { name: /your own certificate/ })).toHaveAttribute("href", "/admin/settings/wallet");
  await userEvent.type(screen.getByRole("searchbox"), "spring");
  await waitFor(() =>
    expect(get).toHaveBeenLastCalledWith(
      "/dev/allpass",
      expect.objectContaining({ params: { query: { page: 1, pageSize: 25, filter: "spring" } } }),
    ),
  );
});

test("a pass without a customer is listed by its serial number, and a nameless customer is labelled as such", async () => {
  serving([
    { ...PASS, customer_id: null, customer_name: null },
    { ...PASS, pass_id: "pass_2", serialNumber: "A-2", customer_name: null },
  ]);
  show();
  expect(await screen.findByRole("heading", { name: "A-1" })).toBeVisible();
  expect(screen.getByText(/^Coupon · On 2 phones/)).toBeVisible();
  expect(screen.getByRole("link", { name: "A customer without a name" })).toBeVisible();
  expect(screen.getByText(/^Coupon · A-2 · On 2 phones/)).toBeVisible();
});

test("a pass is voided after a confirmation and keeps everything else that it shows", async () => {
  const content = { style: "coupon", description: "Harbor Coffee coupon", organization: "Harbor", is_void: false };
  const owner = { org_id: "org_1", org_name: "Harbor", organization_logo: "", role: "owner", time_zone: "UTC" };
  vi.spyOn(calls, "POST").mockResolvedValue({ data: owner, response: new Response() });
  serving([{ ...PASS, is_void: false }]).mockImplementation((path: string) =>
    Promise.resolve({
      data: path === "/dev/allpass" ? { items: [{ ...PASS, is_void: false }], total: 1 } : { content },
      response: new Response(),
    }),
  );
  const put = vi.spyOn(calls, "PUT").mockResolvedValue({ data: {}, response: new Response() });
  renderApp(
    <MemoryRouter>
      <PassList />
    </MemoryRouter>,
    sessionOf({ status: "authenticated" }),
  );

  await userEvent.click(await screen.findByRole("button", { name: "Actions for A-1" }));
  expect(screen.getByRole("menuitem", { name: "Open pass page" })).toHaveAttribute("href", "/card/pass_1");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Void pass" }));
  expect(put).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Void pass" }));

  await waitFor(() =>
    expect(put).toHaveBeenCalledWith("/dev/pass/{pass_id}", {
      params: { path: { pass_id: "pass_1" } },
      body: { content: { ...content, is_void: true } },
    }),
  );
});

test("an empty list explains how to create passes", async () => {
  serving([]);
  show();
  expect(await screen.findByText("No passes yet")).toBeVisible();
});
