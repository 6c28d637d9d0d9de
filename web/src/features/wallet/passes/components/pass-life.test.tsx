import { screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { CustomerPasses } from "@/features/wallet/passes/components/customer-passes";
import { PassLife } from "@/features/wallet/passes/components/pass-life";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const DAY = { installed: 4, updated: 2, fetched: 1, stale: 1, removed: 0, created: 4, active: 4 };
const ROWS = [
  { ...DAY, day: "2026-05-02", template_id: "t1", template_name: "Stamps" },
  { ...DAY, day: "2026-05-01", template_id: "t1", template_name: "Stamps", installed: 3, removed: 2 },
  { ...DAY, day: "2026-05-01", template_id: "", template_name: null, installed: 9 },
];

afterEach(() => vi.restoreAllMocks());

test("the days of a template are summed, most installs first", async () => {
  vi.spyOn(calls, "POST").mockResolvedValue({ data: { rows: ROWS }, response: new Response() });
  renderApp(
    <MemoryRouter>
      <PassLife />
    </MemoryRouter>,
  );
  const table = await screen.findByRole("table");
  const rows = within(table)
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => cell.textContent).join(" "));
  expect(rows).toEqual([
    "Template Installed Updated Fetched Stale Removed",
    "Without a template 9 2 1 1 0",
    "Stamps 7 4 2 2 2",
  ]);
  expect(screen.getByRole("link", { name: "Daily report" })).toHaveAttribute(
    "href",
    "/admin/reports?report=pass_templates&interval=30day",
  );
});

test("a customer’s passes show whether phones have their newest state", async () => {
  const pass = {
    pass_id: "pass_1",
    serialNumber: "A-1",
    description: "Stamps",
    is_void: false,
    is_stale: true,
    phones: 1,
    uses: 2,
    updated_at: "2026-05-01T08:00:00Z",
  };
  const get = vi.spyOn(calls, "GET").mockResolvedValue({ data: { items: [pass], total: 1 }, response: new Response() });
  renderApp(
    <MemoryRouter>
      <CustomerPasses customerId="cus_ana" />
    </MemoryRouter>,
  );
  expect(await screen.findByRole("link", { name: "Stamps" })).toHaveAttribute("href", "/admin/passes?q=A-1");
  expect(screen.getByText("Not fetched yet")).toBeVisible();
  expect(screen.getByText(/A-1 · On 1 phone · Redeemed 2 times/)).toBeVisible();
  expect(get).toHaveBeenCalledWith(
    "/dev/allpass",
    expect.objectContaining({ params: { query: { customer_id: "cus_ana", pageSize: 25 } } }),
  );
});
