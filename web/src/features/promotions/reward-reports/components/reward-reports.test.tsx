import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { RewardReports } from "@/features/promotions/reward-reports/components/reward-reports";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const ROWS: Readonly<Record<string, Record<string, unknown>[]>> = {
  points_liability: [
    {
      unit: "points",
      expiry_month: "2027-03-01",
      outstanding: 300,
      pending: 20,
      cost_per_point_cents: 1.25,
      amount_cents: 375,
    },
    { unit: "stamps", expiry_month: null, outstanding: 8, pending: 0, cost_per_point_cents: 20, amount_cents: 160 },
  ],
  points_by_month: [
    {
      unit: "points",
      given_month: "2026-10-01",
      given: 1000,
      taken_back: 200,
      spent: 400,
      expired: 100,
      redemption_share: 0.5,
    },
  ],
  reward_redemptions: [
    { reward_id: "r1", reward_name: "Coffee", paid_by: "Oat Mill", given: 1, redeemed: 3, cost_cents: 360 },
    { reward_id: "r2", reward_name: "Cake", paid_by: "", given: 2, redeemed: 1, cost_cents: 200 },
  ],
  churn_levels: [{ risk: "at risk", customers: 4, share: 1, average_days_since: 40, average_usual_days: 9 }],
  best_customers: [{ customer_id: "cus_ana", customer_name: "C-7K3MP9QX", amount_cents: 900, orders: 2 }],
};

function serving(rows: typeof ROWS) {
  const sent: [string, Record<string, unknown>][] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    sent.push([path, body]);
    const own = rows[String(body["report"])] ?? [];
    const data =
      path === "/v1/get-report" ? { rows: own, total: own.length } : { file_name: "x.csv", media_type: "text/csv" };
    return Promise.resolve({ data, response: new Response() });
  }) as never);
  return sent;
}

const screenOf = (path = "/") =>
  renderApp(
    <MemoryRouter initialEntries={[path]}>
      <RewardReports />
    </MemoryRouter>,
  );

test("liability, rates and costs have totals, and points and stamps are never added up", async () => {
  serving(ROWS);
  screenOf();

  const liability = await screen.findByRole("region", { name: "Liability by expiry month" });
  const table = await within(liability).findByRole("table");
  const [, first, never, total] = within(table).getAllByRole("row");
  expect(first).toHaveTextContent("March 2027Points3003.750.012520");
  expect(never).toHaveTextContent("NeverStamps81.600.200");
  expect(total).toHaveTextContent(/^Total5\.35$/);
  expect(screen.getByText("Points redeemed").nextSibling).toHaveTextContent("50%");
  expect(screen.getByText("Cost of rewards").nextSibling).toHaveTextContent("5.60");
  const rewards = screen.getByRole("region", { name: "Redemptions by reward" });
  expect(await within(rewards).findByText("Oat Mill")).toBeVisible();
  const ana = await screen.findByRole("link", { name: "C-7K3MP9QX" });
  expect(ana).toHaveAttribute("href", "/admin/customers/cus_ana");
  expect(screen.getByText("At risk")).toBeVisible();
});

test("the range in the URL is fetched and exported", async () => {
  const sent = serving(ROWS);
  screenOf("/?interval=30day");

  await userEvent.click(await screen.findByRole("button", { name: "Export CSV of Breakage by expiry month" }));

  expect(sent).toContainEqual([
    "/v1/get-report",
    expect.objectContaining({ report: "points_breakage", interval: "30day" }),
  ]);
  const params = { interval: "30day", format: "csv" };
  expect(sent).toContainEqual(["/v1/export-csv", { from: "report:points_breakage", params }]);
});

test("an organisation without any points or rewards gets a link to the rewards", async () => {
  serving({});
  screenOf();

  expect(await screen.findByText("Nothing to report yet")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open rewards" })).toHaveAttribute("href", "/admin/rewards");
});
