import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { DuplicatesList } from "@/features/people/customers/components/duplicates-list";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const ANA = {
  customer_id: "cus_1",
  first_name: "Ana",
  last_name: "Silva",
  email: "ana@example.com",
  phone: null,
  tags: ["vip"],
  owner: null,
  birthday: null,
  created_at: "2026-05-04T10:00:00Z",
};
const TWIN = { ...ANA, customer_id: "cus_2", first_name: "A.", email: "a.na@example.com", tags: [] };

function serving(items: readonly unknown[]) {
  const sent: [string, Record<string, unknown>][] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    sent.push([path, body]);
    const data =
      path === "/v1/list-duplicate-customers"
        ? { items, total: items.length }
        : path === "/v1/merge-customers"
          ? { ...TWIN, notes: [], merges: [] }
          : { time_zone: "UTC", brand: {}, customer_ids: [] };
    return Promise.resolve({ data, response: new Response() });
  }) as never);
  return sent;
}

function show(role: string) {
  renderApp(
    <MemoryRouter>
      <DuplicatesList role={role} />
    </MemoryRouter>,
  );
}

const PAIR = { customers: [ANA, TWIN], reasons: ["similar_email"] };

test("a pair is compared, and the chosen profile is kept", async () => {
  const person = userEvent.setup();
  const sent = serving([PAIR]);
  show("editor");

  await person.click(await screen.findByRole("button", { name: "Compare Ana Silva and A. Silva" }));
  const dialog = screen.getByRole("dialog", { name: "Merge customers" });
  await person.click(within(dialog).getByRole("radio", { name: "A. Silva" }));
  await person.click(within(dialog).getByRole("button", { name: "Merge" }));

  await waitFor(() => {
    const merged = sent.find(([path]) => path === "/v1/merge-customers")?.[1];
    expect(merged).toEqual({ keep: "cus_2", merge: "cus_1", note: "" });
  });
});

test("a pair that is two people is dismissed", async () => {
  const person = userEvent.setup();
  const sent = serving([PAIR]);
  show("editor");

  expect(await screen.findByText("Same email apart from dots or a tag")).toBeTruthy();
  await person.click(screen.getByRole("button", { name: "Dismiss Ana Silva and A. Silva" }));

  await waitFor(() => {
    expect(sent.find(([path]) => path === "/v1/distinguish-customers")?.[1]).toEqual({
      customer_ids: ["cus_1", "cus_2"],
    });
  });
});

test("a viewer sees pairs but can change nothing, and an empty list says so", async () => {
  serving([PAIR]);
  show("viewer");
  expect(await screen.findByRole("link", { name: "Ana Silva" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Compare/ })).toBeNull();

  serving([]);
  show("viewer");
  expect(await screen.findByText("No duplicates")).toBeTruthy();
});
