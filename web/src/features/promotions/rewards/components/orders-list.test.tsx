import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { OrdersList } from "@/features/promotions/rewards/components/orders-list";
import { ApiError } from "@/shared/api/errors";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const ORDER = {
  order_id: "ord_1",
  source: "till",
  order_number: "10042",
  customer_id: "cus_1",
  customer_name: "Ana Silva",
  amount_cents: 450,
  refunded_cents: 150,
  currency: "USD",
  item_count: 1,
  code_id: null,
  ordered_at: "2026-11-20T08:00:00Z",
  recorded_at: "2026-11-20T08:00:00Z",
  earned: [{ rule_id: "ern_1", name: "For each dollar", unit: "points", amount: 45 }],
  refunds: [],
};

function serving(items: unknown[] | ApiError) {
  const sent: [string, Record<string, unknown>][] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    sent.push([path, body]);
    if (path === "/v1/list-orders") {
      return items instanceof ApiError
        ? Promise.reject(items)
        : Promise.resolve({
            data: { items, total: items.length, page: 1, pageSize: 25 },
            response: new Response(),
          });
    }
    return Promise.resolve({ data: path.includes("order") ? ORDER : {}, response: new Response() });
  }) as never);
  return sent;
}

function show(role: string, at = "") {
  renderApp(
    <MemoryRouter initialEntries={[`/admin/orders${at}`]}>
      <OrdersList role={role} />
    </MemoryRouter>,
  );
}

test("the filters in the URL are applied, and a viewer can change nothing", async () => {
  const sent = serving([ORDER]);
  show("viewer", "?status=partly_refunded&from=2026-11-01&filter=100");

  expect(await screen.findByText("10042")).toBeVisible();
  expect(sent.find(([path]) => path === "/v1/list-orders")?.[1]).toMatchObject({
    filter: "100",
    status: "partly_refunded",
    first_day: "2026-11-01",
    last_day: null,
  });
  expect(screen.queryByRole("button", { name: "Record an order" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Refund order 10042" })).toBeNull();
});

test("a refund is limited to the remaining amount, and is sent under one refund number", async () => {
  const sent = serving([ORDER]);
  const user = userEvent.setup();
  show("editor");

  await user.click(await screen.findByRole("button", { name: "Refund order 10042" }));
  const dialog = within(await screen.findByRole("dialog"));
  const amount = dialog.getByRole("textbox", { name: "Amount in USD" });
  expect(amount).toHaveValue("3.00");
  await user.clear(amount);
  await user.type(amount, "3.01");
  await user.click(dialog.getByRole("button", { name: "Refund" }));
  expect(dialog.getByText("At most $3.00")).toBeVisible();
  await user.clear(amount);
  await user.type(amount, "1.50");
  await user.click(dialog.getByRole("button", { name: "Refund" }));

  const refunds = sent.filter(([path]) => path === "/v1/refund-order").map(([, body]) => body);
  expect(refunds).toMatchObject([{ source: "till", order_number: "10042", amount_cents: 150 }]);
});

test("an order is recorded by hand for the given customer", async () => {
  const sent = serving([]);
  const user = userEvent.setup();
  show("editor");

  await screen.findByText("No orders yet");
  const [first] = screen.getAllByRole("button", { name: "Record an order" });
  await user.click(first as HTMLElement);
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Record" }));
  expect(dialog.getByText("Enter whose order it is")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: "Customer" }), "ana@example.com");
  await user.type(dialog.getByRole("textbox", { name: "Number of the receipt" }), "77");
  await user.type(dialog.getByRole("textbox", { name: "Amount" }), "4.50");
  await user.click(dialog.getByRole("button", { name: "Record" }));

  expect(sent.find(([path]) => path === "/v1/record-order")?.[1]).toMatchObject({
    email: "ana@example.com",
    order_number: "77",
    amount_cents: 450,
    currency: "USD",
    source: "by-hand",
  });
});

test("an error is shown", async () => {
  serving(new ApiError({ status: 500, code: "failed", message: "Broken" }));
  show("viewer");

  expect(await screen.findByText("Broken")).toBeVisible();
});
