import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { EarningRules } from "@/features/promotions/rewards/components/earning-rules";
import { ApiError } from "@/shared/api/errors";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const RULE = {
  rule_id: "ern_1",
  kind: "order",
  name: "Coffee and cake",
  is_active: true,
  unit: "points",
  amount: 2,
  per_cents: 100,
  min_cents: null,
  currency: "USD",
  code_ids: [],
  latitude: null,
  longitude: null,
  radius_m: null,
  person_day: 50,
  person_week: null,
  person_total: null,
  total: null,
  starts_at: "2026-05-01T08:00:00Z",
  ends_at: null,
  created_at: "2026-05-01T08:00:00Z",
  updated_at: "2026-05-01T08:00:00Z",
  given: 1234,
};

function serving(items: unknown[] | ApiError) {
  const sent: [string, Record<string, unknown>][] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    sent.push([path, body]);
    if (path === "/v1/list-earning-rules") {
      return items instanceof ApiError
        ? Promise.reject(items)
        : Promise.resolve({ data: { items, total: items.length }, response: new Response() });
    }
    return Promise.resolve({ data: path.includes("earning") ? RULE : {}, response: new Response() });
  }) as never);
  return sent;
}

function show(role: string) {
  renderApp(
    <MemoryRouter>
      <EarningRules role={role} />
    </MemoryRouter>,
  );
}

test("a rule shows what it gives, its caps and what it has given", async () => {
  serving([RULE]);
  show("viewer");

  expect(await screen.findByText("Order · 2 points for each $1.00")).toBeVisible();
  expect(screen.getByText("At most 50 per customer and day · 1,234 given")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Edit Coffee and cake" })).toBeNull();
});

test("a check-in rule is added with its place", async () => {
  const sent = serving([]);
  const user = userEvent.setup();
  show("admin");

  await screen.findByText("No earning rules yet");
  const [first] = screen.getAllByRole("button", { name: "New rule" });
  await user.click(first as HTMLElement);
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Enter a name")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: "Name" }), "Visit");
  await user.click(dialog.getByRole("combobox", { name: "Customers earn for" }));
  await user.click(screen.getByRole("option", { name: "Check-in at a place, once a day" }));
  await user.type(dialog.getByRole("textbox", { name: "Latitude" }), "52,52");
  await user.type(dialog.getByRole("textbox", { name: "Longitude" }), "-0.13");
  await user.type(dialog.getByRole("textbox", { name: "Radius in metres" }), "100");
  await user.type(dialog.getByRole("textbox", { name: "Per customer per week" }), "3");
  await user.click(dialog.getByRole("button", { name: "Save" }));

  const saved = sent.find(([path]) => path === "/v1/save-earning-rule")?.[1];
  expect(saved).toMatchObject({
    kind: "check_in",
    name: "Visit",
    amount: 1,
    latitude: 52.52,
    longitude: -0.13,
    radius_m: 100,
    person_week: 3,
    per_cents: null,
    currency: null,
    starts_at: null,
  });
});

test("a rule is deleted after a confirmation", async () => {
  const sent = serving([RULE]);
  const user = userEvent.setup();
  show("admin");

  await user.click(await screen.findByRole("button", { name: "Delete Coffee and cake" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));

  expect(sent).toContainEqual(["/v1/delete-earning-rule", { rule_id: "ern_1" }]);
});

test("an empty list shows a hint", async () => {
  serving([]);
  show("viewer");

  expect(await screen.findByText("No earning rules yet")).toBeVisible();
  expect(screen.queryByRole("button", { name: "New rule" })).toBeNull();
});

test("a failed load can be retried", async () => {
  serving(new ApiError({ status: 500, code: "failed", message: "That did not work." }));
  const user = userEvent.setup();
  show("viewer");

  const retry = await screen.findByRole("button", { name: "Retry" });
  serving([RULE]);
  await user.click(retry);

  expect(await screen.findByText("Coffee and cake")).toBeVisible();
});
