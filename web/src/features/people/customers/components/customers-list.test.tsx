import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { CustomersList } from "@/features/people/customers/components/customers-list";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const ANA = {
  customer_id: "cus_1",
  first_name: "Ana",
  last_name: "Silva",
  email: "ana@example.com",
  phone: null,
  tags: ["regular", "vip", "tea"],
  owner: null,
  birthday: null,
  attributes: { shoe_size: 38.5 },
  created_at: "2026-05-04T10:00:00Z",
};

function serving(items: readonly unknown[], total = items.length) {
  const sent: [string, Record<string, unknown>][] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    sent.push([path, body]);
    const data =
      path === "/v1/get-customers"
        ? { items, total }
        : path === "/v1/list-customer-fields"
          ? {
              items: [{ name: "shoe_size", label: "Shoe size", type: "number", options: [] }],
              tags: ["regular", "vip"],
            }
          : path === "/v1/fetch-all-users"
            ? { items: [] }
            : { time_zone: "UTC", brand: {} };
    return Promise.resolve({ data, response: new Response() });
  }) as never);
  return sent;
}

function show(role: string, address = "/admin/customers") {
  renderApp(
    <MemoryRouter initialEntries={[address]}>
      <CustomersList role={role} />
    </MemoryRouter>,
  );
}

test("search, tag and order come from the URL", async () => {
  const sent = serving([ANA]);

  show("editor", "/admin/customers?filter=silva&tag=vip&has=email&owner=usr_1&sort=name&at=2");

  expect(await screen.findByRole("link", { name: "Ana Silva" })).toHaveProperty("pathname", "/admin/customers/cus_1");
  const asked = sent.find(([path]) => path === "/v1/get-customers")?.[1];
  expect(asked).toMatchObject({
    filter: "silva",
    tags: ["vip"],
    has: ["email"],
    owner_id: "usr_1",
    sort: "name",
    page: 2,
  });
});

test("the customers that a campaign reached are listed until the filter is removed", async () => {
  const person = userEvent.setup();
  const sent = serving([ANA]);
  show("viewer", "/admin/customers?campaign=cmp_1");
  const last = () => sent.findLast(([path]) => path === "/v1/get-customers")?.[1];
  await waitFor(() => {
    expect(last()).toMatchObject({ basedOn: "campaign", id: "cmp_1" });
  });

  screen.getByText("Reached by one campaign").closest<HTMLElement>(".MuiChip-root")?.focus();
  await person.keyboard("{Delete}");

  await waitFor(() => {
    expect(last()).toMatchObject({ basedOn: "all" });
  });
});

test("the next page starts after the last customer of this one", async () => {
  const person = userEvent.setup();
  const people = Array.from({ length: 25 }, (_, at) => ({ ...ANA, customer_id: `cus_${String(at)}` }));
  const sent = serving(people, 60);
  show("viewer");

  await person.click(await screen.findByRole("button", { name: "Go to next page" }));

  await waitFor(() => {
    expect(sent.findLast(([path]) => path === "/v1/get-customers")?.[1]).toMatchObject({ page: 2, after: "cus_24" });
  });
});

test("custom fields are optional columns", async () => {
  const person = userEvent.setup();
  serving([ANA]);
  show("viewer");
  await screen.findByRole("link", { name: "Ana Silva" });

  await person.click(screen.getByRole("button", { name: "Columns" }));
  await person.click(await screen.findByRole("menuitemcheckbox", { name: "Shoe size" }));

  expect(await screen.findByText("38.5")).toBeTruthy();
  expect(localStorage.getItem("waypost.customer-columns")).toContain("field:shoe_size");
});

test("without customers an editor is offered to add one, and a viewer is not", async () => {
  serving([]);

  show("viewer");

  expect(await screen.findByText("No customers yet")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add customer" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Fields" })).toBeNull();
});

test("a request for a new customer contains only the fields that were filled in", async () => {
  const person = userEvent.setup();
  const sent = serving([]);
  show("editor");

  await person.click((await screen.findAllByRole("button", { name: "Add customer" }))[0] as HTMLElement);
  await person.type(screen.getByLabelText("First name"), "Ben");
  await person.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => {
    expect(sent.find(([path]) => path === "/v1/save-customer")?.[1]).toEqual({ first_name: "Ben" });
  });
});
