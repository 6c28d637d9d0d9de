import { act, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Timeline } from "@/features/people/customers/components/timeline";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

const NOTHING = {
  action: null,
  amount_cents: null,
  campaign_id: null,
  campaign_name: null,
  channel: null,
  city: null,
  code_id: null,
  code_name: null,
  country: null,
  currency: null,
  device: null,
  failure: null,
  outcome: null,
  page_id: null,
  page_name: null,
  pass_id: null,
  subject_id: null,
  subject_kind: null,
  subject_name: null,
};
const SCAN = {
  ...NOTHING,
  id: "1",
  type: "scan",
  occurred_at: "2026-05-04T10:00:00Z",
  code_id: "code_1",
  code_name: "Table 4",
};
const ORDER = {
  ...NOTHING,
  id: "2",
  type: "order",
  action: "paid",
  occurred_at: "2026-05-04T10:05:00Z",
  subject_id: "1001",
  amount_cents: 450,
  currency: "JPY",
};

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

test("new activity of a customer appears in an open timeline", async () => {
  let items: object[] = [SCAN];
  const asked = vi
    .spyOn(calls, "POST")
    .mockImplementation(() =>
      Promise.resolve({ data: { items, next: null, timezone: "UTC" }, response: new Response() }),
    );
  renderApp(
    <MemoryRouter>
      <Timeline customerId="cus_1" />
    </MemoryRouter>,
  );
  const rows = () => within(screen.getByRole("list", { name: "Timeline" })).getAllByRole("listitem");

  expect(await screen.findByRole("link", { name: "Table 4" })).toHaveProperty(
    "pathname",
    "/admin/my-codes/show/code_1",
  );
  expect(rows()).toHaveLength(1);

  items = [ORDER, SCAN];
  await act(() => vi.advanceTimersByTimeAsync(5_500));

  expect(rows()).toHaveLength(2);
  expect(rows()[0]).toHaveTextContent(/¥450/);
  expect(rows()[0]).toHaveTextContent("Order 1001");
  expect(asked).toHaveBeenCalledTimes(2);
});
