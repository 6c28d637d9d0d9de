import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { CodesList } from "@/features/codes/codes/components/codes-list";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

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
  const total = filter === "zzzz" ? 0 : filter === "some" ? 1_234 : TOTAL;
  const first = (page - 1) * pageSize;
  const count = Math.max(0, Math.min(pageSize, total - first));
  return { items: Array.from({ length: count }, (_, place) => codeOf(first + place + 1)), page, pageSize, total };
}

function named({ filter, most }: { filter: string; most: number }) {
  const { total } = listed({ page: 1, pageSize: 1, filter });
  return { items: Array.from({ length: Math.min(most, total) }, (_, place) => codeOf(place + 1)), total };
}

/** Answers as the API does: each step contains its undo. */
function undoable({ action = "", code_ids = [] }: { action?: string; code_ids?: string[] }) {
  const back: Record<string, string> = { pause: "resume", delete: "restore", add_tags: "remove_tags" };
  const step = { action: back[action], code_ids, folder_id: null, tags: action === "add_tags" ? ["summer"] : [] };
  return { code_ids, changed: code_ids.length, undo: action in back ? [step] : [] };
}

let failing = "";
let gone: { missing?: string[]; deleted?: string[] } = {};

beforeEach(() => {
  asked.length = 0;
  failing = "";
  gone = {};
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    asked.push({ path, body });
    if (path === "/v1/bulk-codes" && (body["code_ids"] as string[]).includes(failing)) {
      const error = { status: 404, code: "code_not_found", message: "One of them is gone.", ...gone };
      return Promise.resolve({ error, response: new Response(null, { status: 404 }) });
    }
    const answers: Record<string, unknown> = {
      "/v1/get-all-qr-codes": listed(body as never),
      "/v1/list-codes-by-activity": listed(body as never),
      "/v1/get-all-qr-codes/get-name-id": named(body as never),
      "/v1/bulk-codes": undoable(body),
      "/v1/get-org-data": { org_id: "org_1", role: "editor", time_zone: "UTC" },
    };
    return Promise.resolve({ data: answers[path] ?? { items: [] }, response: new Response() });
  }) as never);
});

/** On phones only the number is visible. */
function selected(count: string) {
  return (_: string, element: Element | null) =>
    element?.textContent === `${count} selected` && element.tagName === "P";
}

function Address() {
  return <output aria-label="Address">{useLocation().search}</output>;
}

/** Opens the list as phones show it, because happy-dom's window is narrow by default. */
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

test("a page beyond the last one leads to the last one, not to the form for a first code", async () => {
  open("/admin/my-codes?page=2000");

  expect(await screen.findByText("Poster 9995")).toBeVisible();
  expect(screen.getByLabelText("Address")).toHaveTextContent("?page=1000");
  expect(screen.getByText("9,995 codes")).toBeVisible();
  expect(screen.queryByText("Create your first code")).toBeNull();
});

test("all codes of a page are selected at once and deselected", async () => {
  open("/admin/my-codes");
  const all = await screen.findByLabelText("All on this page");
  fireEvent.click(screen.getByLabelText("Select Poster 3"));
  expect(all).not.toBeChecked();

  fireEvent.click(all);
  expect(screen.getByText(selected("10"))).toBeVisible();
  fireEvent.click(all);

  expect(screen.queryByText(/selected$/)).toBeNull();
});

test("cards are sorted by name, and a cleared search empties its field", async () => {
  open("/admin/my-codes?filter=zzzz");
  fireEvent.click(await screen.findByText("Clear search"));
  expect(await screen.findByText("Poster 1")).toBeVisible();
  expect(screen.getByLabelText("Search")).toHaveValue("");

  fireEvent.click(screen.getByRole("button", { name: "Filters", expanded: false }));
  fireEvent.mouseDown(screen.getByLabelText("Sort by"));
  fireEvent.click(await screen.findByText("Name, A to Z"));

  await waitFor(() => expect(asked.filter((one) => one.path.endsWith("codes")).at(-1)?.body.sort).toBe("name"));
  expect(screen.getByLabelText("Address")).toHaveTextContent("?sort=name");
});

test("the list can be sorted by the last change, also by its address", async () => {
  open("/?sort=-updated_at");
  await waitFor(() =>
    expect(asked.find(({ path }) => path === "/v1/get-all-qr-codes")?.body["sort"]).toBe("-updated_at"),
  );
  const order = screen.getByRole("combobox", { name: /^Sort by/, hidden: true });
  expect(order).toHaveTextContent("Recently changed");
  fireEvent.mouseDown(order);
  fireEvent.click(await screen.findByRole("option", { name: "Least recently changed" }));
  expect(screen.getByLabelText("Address")).toHaveTextContent("?sort=updated_at");
});

test("codes without scans appear in the order of the list, and a click on its chip removes the filter", async () => {
  open("/?scans=none&sort=name");

  expect(await screen.findByText("Poster 1")).toBeVisible();
  expect(asked.find(({ path }) => path === "/v1/list-codes-by-activity")?.body).toMatchObject({
    by: null,
    sort: "name",
    scanned: false,
  });
  fireEvent.click(screen.getByLabelText("Select Poster 1"));
  expect(screen.queryByRole("button", { name: /^Select all/ })).toBeNull();
  const mark = screen.getByText("Not scanned in the last 30 days").closest(".MuiChip-root");
  fireEvent.click(within(mark as HTMLElement).getByTestId("CancelIcon"));
  expect(screen.getByLabelText("Address")).toHaveTextContent("?sort=name");
});

test("all matches on all pages are selected, and changed in groups after a confirmation", async () => {
  open("/?filter=some&state=active");
  fireEvent.click(await screen.findByLabelText("Select Poster 3"));
  fireEvent.click(screen.getByRole("button", { name: "Select all 1,234" }));
  expect(await screen.findByText(selected("1,234"))).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Select all/ })).toBeNull();
  // A single request, made with the parameters of the list, because pages shift while other users delete codes.
  const questions = asked.filter(({ path }) => path === "/v1/get-all-qr-codes/get-name-id");
  expect(questions.map(({ body }) => body)).toEqual([
    { filter: "some", state: "active", sort: "-created_at", deleted: false, most: 5_000 },
  ]);

  fireEvent.click(screen.getByRole("button", { name: "Pause" }));
  expect(asked.some(({ path }) => path === "/v1/bulk-codes")).toBe(false);
  const question = await screen.findByRole("dialog", { name: "Pause 1,234 codes?" });
  fireEvent.click(within(question).getByRole("button", { name: "Pause" }));

  expect(await screen.findByText("1,234 codes paused")).toBeVisible();
  const sent = asked.filter(({ path }) => path === "/v1/bulk-codes").map(({ body }) => body["code_ids"] as string[]);
  expect(sent.map((ids) => ids.length)).toEqual([500, 500, 234]);
  expect(new Set(sent.flat()).size).toBe(1_234);
});

test("a large change that stops reports where, and the remaining codes stay selected", async () => {
  failing = "code700";
  open("/?filter=some");
  fireEvent.click(await screen.findByLabelText("Select Poster 3"));
  fireEvent.click(screen.getByRole("button", { name: "Select all 1,234" }));
  await screen.findByText(selected("1,234"));

  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  const question = await screen.findByRole("dialog", { name: "Delete 1,234 codes?" });
  fireEvent.click(within(question).getByRole("button", { name: "Delete" }));

  expect(await screen.findByRole("alert")).toHaveTextContent(
    "500 of 1,234 codes were changed. The others were not. One of them is gone.",
  );
  expect(screen.getByText(selected("734"))).toBeVisible();
});

test("if more codes match than can be changed at once, the first ones are selected and a message says so", async () => {
  open("/");
  fireEvent.click(await screen.findByLabelText("Select Poster 3"));
  fireEvent.click(screen.getByRole("button", { name: "Select the first 5,000" }));

  expect(await screen.findByText(selected("5,000"))).toBeVisible();
  expect(await screen.findByRole("alert")).toHaveTextContent("The first 5,000 of 9,995 codes are selected");
});

test("deleted codes stop the others once, and are then no longer selected", async () => {
  failing = "code700";
  gone = { missing: ["code700"], deleted: ["code701"] };
  open("/?filter=some");
  fireEvent.click(await screen.findByLabelText("Select Poster 3"));
  fireEvent.click(screen.getByRole("button", { name: "Select all 1,234" }));
  await screen.findByText(selected("1,234"));
  const pause = async (count: string) => {
    fireEvent.click(screen.getByRole("button", { name: "Pause" }));
    const question = await screen.findByRole("dialog", { name: `Pause ${count} codes?` });
    fireEvent.click(within(question).getByRole("button", { name: "Pause" }));
  };

  await pause("1,234");
  expect(await screen.findByText(/One of them is gone. They are no longer selected/)).toBeVisible();
  await waitFor(() => expect(screen.getByText(selected("732"))).toBeVisible());
  await pause("732");

  expect(await screen.findByText("732 codes paused")).toBeVisible();
});

test("a bulk change is undone for all its codes at once, and deleted codes are selected again", async () => {
  open("/?filter=some");
  fireEvent.click(await screen.findByLabelText("Select Poster 3"));
  fireEvent.click(screen.getByRole("button", { name: "Select all 1,234" }));
  await screen.findByText(selected("1,234"));
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  const question = await screen.findByRole("dialog", { name: "Delete 1,234 codes?" });
  fireEvent.click(within(question).getByRole("button", { name: "Delete" }));
  await screen.findByText("1,234 codes deleted");
  expect(screen.queryByRole("toolbar", { name: "Selected codes" })).toBeNull();
  asked.length = 0;

  const undo = screen.getByRole("button", { name: "Undo" });
  fireEvent.click(undo);
  fireEvent.click(undo);

  expect(await screen.findByText("Undone")).toBeVisible();
  const sent = asked.filter(({ path }) => path === "/v1/bulk-codes").map(({ body }) => body);
  expect(sent.map((body) => [body["action"], (body["code_ids"] as string[]).length])).toEqual([
    ["restore", 500],
    ["restore", 500],
    ["restore", 234],
  ]);
  expect(screen.getByText(selected("1,234"))).toBeInTheDocument();
});

test("the part of a change that succeeded before a failure can be undone", async () => {
  failing = "code700";
  open("/?filter=some");
  fireEvent.click(await screen.findByLabelText("Select Poster 3"));
  fireEvent.click(screen.getByRole("button", { name: "Select all 1,234" }));
  await screen.findByText(selected("1,234"));
  fireEvent.click(screen.getByRole("button", { name: "Pause" }));
  const question = await screen.findByRole("dialog", { name: "Pause 1,234 codes?" });
  fireEvent.click(within(question).getByRole("button", { name: "Pause" }));
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));

  expect(await screen.findByText("Undone")).toBeVisible();
  const last = asked.filter(({ path }) => path === "/v1/bulk-codes").at(-1)?.body;
  expect([last?.["action"], (last?.["code_ids"] as string[] | undefined)?.length]).toEqual(["resume", 500]);
});

test("codes stay selected after they were tagged, and the dialog focuses its field", async () => {
  open("/");
  fireEvent.click(await screen.findByLabelText("Select Poster 3"));
  fireEvent.click(screen.getByRole("button", { name: "Add tags" }));
  const field = await screen.findByRole("combobox", { name: "Tags" });
  expect(field).toHaveFocus();
  fireEvent.change(field, { target: { value: "summer" } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));

  expect(await screen.findByText("1 code tagged")).toBeVisible();
  expect(screen.getByText(selected("1"))).toBeInTheDocument();
});
