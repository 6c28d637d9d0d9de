import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { HoldersScreen } from "@/features/wallet/passes/components/holders-screen";
import { ApiError } from "@/shared/api/errors";
import { calls } from "@/shared/testing/calls";
import { renderApp, sessionOf } from "@/shared/testing/render";

const HOLDER = {
  pass_id: "pass_1",
  passTypeIdentifier: "pass.com.harbor.card",
  serialNumber: "A-1",
  description: "Harbor Coffee card",
  customer_id: "cus_ana",
  customer_name: "Ana Silva",
  template_id: "ptm_1",
  template_version: 2,
  state: "installed",
  phones: 2,
  is_at_google: true,
  is_void: false,
  is_stale: true,
  uses: 3,
  max_uses: 10,
  created_at: "2026-05-01T08:00:00Z",
  installed_at: "2026-05-02T08:00:00Z",
  removed_at: null,
  updated_at: "2026-05-03T08:00:00Z",
  used_at: "2026-05-04T08:00:00Z",
};

afterEach(() => vi.restoreAllMocks());

function serving(items: unknown[] | ApiError) {
  const asked: Record<string, unknown>[] = [];
  const answers: Record<string, unknown> = {
    "/v1/get-org-data": {
      org_id: "org_1",
      org_name: "Harbor",
      organization_logo: "",
      role: "editor",
      time_zone: "UTC",
    },
    "/v1/list-pass-templates": {
      items: [{ template_id: "ptm_1", name: "Stamp card", published_version: 2 }],
      total: 1,
    },
  };
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    if (path !== "/v1/list-pass-holders") {
      return Promise.resolve({ data: answers[path], response: new Response() });
    }
    asked.push(body);
    return items instanceof ApiError
      ? Promise.reject(items)
      : Promise.resolve({ data: { items, total: items.length, page: 1, pageSize: 25 }, response: new Response() });
  }) as never);
  return asked;
}

function Address() {
  return <output>{useLocation().search}</output>;
}

function show(at = "") {
  renderApp(
    <MemoryRouter initialEntries={[`/admin/pass-holders${at}`]}>
      <HoldersScreen />
      <Address />
    </MemoryRouter>,
    sessionOf({ status: "authenticated" }),
  );
}

test("a holder links to the profile and shows where the pass is and what happened to it", async () => {
  serving([HOLDER, { ...HOLDER, pass_id: "pass_2", serialNumber: "A-2", customer_id: null, customer_name: null }]);
  show();
  const grid = await screen.findByRole("grid", { name: "Pass holders" });
  const ana = await within(grid).findByRole("link", { name: "Ana Silva" });
  expect(ana).toHaveAttribute("href", "/admin/customers/cus_ana");
  expect(within(grid).getByText("No customer")).toBeVisible();
  expect(within(grid).getAllByText("2 iPhones · Google Wallet")).toHaveLength(2);
  expect(within(grid).getAllByText("Update not fetched")).toHaveLength(2);

  await userEvent.click(within(grid).getByRole("button", { name: "Actions for A-1" }));
  const menu = await screen.findByRole("menu");
  expect(await within(menu).findByRole("menuitem", { name: "Void pass" })).toBeVisible();
  expect(within(menu).getByRole("menuitem", { name: "Send a message or change a field" })).toHaveAttribute(
    "href",
    "/admin/pass-updates?pass=pass_1",
  );
});

test("filters in the address are applied, and chosen filters are written to the address", async () => {
  const asked = serving([HOLDER]);
  show("?q=ana&template=ptm_1&state=removed&sort=-updated_at&at=3");
  await screen.findByRole("grid");
  expect(asked[0]).toEqual({
    filter: "ana",
    template_id: "ptm_1",
    state: "removed",
    sort: "-updated_at",
    page: 3,
    pageSize: 25,
  });

  await userEvent.click(screen.getByRole("combobox", { name: "State" }));
  await userEvent.click(screen.getByRole("option", { name: "In a wallet" }));
  expect(screen.getByRole("status")).toHaveTextContent("?q=ana&template=ptm_1&state=installed&sort=-updated_at");
});

test("an address with an unknown state or column lists all holders, newest first", async () => {
  const asked = serving([HOLDER]);
  show("?state=lost&sort=phones&rows=7");
  await screen.findByRole("grid");
  expect(asked[0]).toMatchObject({ state: null, sort: "-created_at", pageSize: 25 });
});

test("explains that nobody has a pass yet, that nothing matches, or that the list failed to load", async () => {
  serving([]);
  show();
  expect(await screen.findByText("Nobody has a pass yet")).toBeVisible();
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test("filters without matches stay in place", async () => {
  serving([]);
  show("?state=void");
  expect(await screen.findByText("No matching passes")).toBeVisible();
  expect(screen.getByRole("searchbox")).toBeVisible();
});

test("loading can be retried after the list failed to load", async () => {
  serving(new ApiError({ status: 500, code: "failed", message: "The service is busy." }));
  show();
  expect(await screen.findByText("The service is busy.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});
