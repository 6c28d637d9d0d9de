import { fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { CodesList } from "@/features/codes/components/codes-list";
import { api } from "@/shared/api/client";
import { renderApp, sessionOf } from "@/shared/testing/render";

const TOTAL = 9_995;
const asked: { path: string; body: Record<string, unknown> }[] = [];

function codeOf(number: number) {
  return {
    code_id: `code${number}`,
    name: `Poster ${number}`,
    type: "redirect",
    state: "active",
    destination: "https://a.example/",
    content: {},
    tags: [],
    overrides: [],
    deleted_at: null,
    svg_url: `/v1/code-picture/code${number}.svg`,
  };
}

function listed({ page, pageSize, filter }: { page: number; pageSize: number; filter: string }) {
  const total = filter === "zzzz" ? 0 : TOTAL;
  const first = (page - 1) * pageSize;
  const count = Math.max(0, Math.min(pageSize, total - first));
  return { items: Array.from({ length: count }, (_, place) => codeOf(first + place + 1)), page, pageSize, total };
}

beforeEach(() => {
  asked.length = 0;
  vi.spyOn(api, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    asked.push({ path, body });
    const answers: Record<string, unknown> = {
      "/v1/get-all-qr-codes": listed(body as never),
      "/v1/get-org-data": { org_id: "org_1", role: "editor", time_zone: "UTC" },
    };
    return Promise.resolve({ data: answers[path] ?? { items: [] }, response: new Response() });
  }) as never);
});

function Address() {
  return <output aria-label="Address">{useLocation().search}</output>;
}

/** The list as phones show it: happy-dom's window is narrow unless asked otherwise. */
function open(address: string) {
  window.innerWidth = 390;
  renderApp(
    <MemoryRouter initialEntries={[address]}>
      <CodesList />
      <Address />
    </MemoryRouter>,
    sessionOf({ status: "authenticated" }),
  );
}

test("a page beyond the last one leads to the last one, not to a first code", async () => {
  open("/admin/my-codes?page=2000");

  expect(await screen.findByText("Poster 9995")).toBeVisible();
  expect(screen.getByLabelText("Address")).toHaveTextContent("?page=1000");
  expect(screen.getByText("9,995 codes")).toBeVisible();
  expect(screen.queryByText("Your first code takes a minute")).toBeNull();
});

test("all codes of a page are chosen at once, and let go", async () => {
  open("/admin/my-codes");
  const all = await screen.findByLabelText("All on this page");
  fireEvent.click(screen.getByLabelText("Choose Poster 3"));
  expect(all).not.toBeChecked();

  fireEvent.click(all);
  expect(screen.getByText("10 codes chosen")).toBeVisible();
  fireEvent.click(all);

  expect(screen.queryByText(/chosen$/)).toBeNull();
});

test("cards are ordered by name, and a cleared search empties its field", async () => {
  open("/admin/my-codes?filter=zzzz");
  fireEvent.click(await screen.findByText("Clear the search"));
  expect(await screen.findByText("Poster 1")).toBeVisible();
  expect(screen.getByLabelText("Search")).toHaveValue("");

  fireEvent.click(screen.getByRole("button", { name: "Filters", expanded: false }));
  fireEvent.mouseDown(screen.getByLabelText("Order"));
  fireEvent.click(await screen.findByText("Name, A to Z"));

  await waitFor(() => expect(asked.filter((one) => one.path.endsWith("codes")).at(-1)?.body.sort).toBe("name"));
  expect(screen.getByLabelText("Address")).toHaveTextContent("?sort=name");
});

test("the list can be ordered by the last change, by its address too", async () => {
  open("/?sort=-updated_at");
  await waitFor(() => expect(asked.find(({ path }) => path === "/v1/get-all-qr-codes")?.body["sort"]).toBe("-updated_at"));
  const order = screen.getByRole("combobox", { name: /^Order/, hidden: true });
  expect(order).toHaveTextContent("Last changed first");
  fireEvent.mouseDown(order);
  fireEvent.click(await screen.findByRole("option", { name: "Longest unchanged first" }));
  expect(screen.getByLabelText("Address")).toHaveTextContent("?sort=updated_at");
});
