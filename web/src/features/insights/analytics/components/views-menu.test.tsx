import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ViewsMenu } from "@/features/insights/analytics/components/views-menu";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const VIEW = {
  view_id: "view_1",
  name: "Weekly",
  search: "interval=7day&country=CH",
  is_shared: true,
  is_own: true,
  is_default: false,
  updated_at: "2026-03-01T00:00:00Z",
};
const TAKEN = { code: "view_name_taken", message: "There is a view of this name.", status: 409, errors: [] };
const opened = vi.fn();
let saved: Record<string, unknown>[] = [];
let removed: Record<string, unknown>[] = [];
let views = [VIEW];

beforeEach(() => {
  saved = [];
  removed = [];
  views = [VIEW];
  opened.mockReset();
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    if (path === "/v1/save-view") {
      saved.push(body);
      return Promise.resolve(
        body["name"] === "Monthly"
          ? { error: TAKEN, response: new Response(null, { status: 409 }) }
          : { data: VIEW, response: new Response() },
      );
    }
    if (path === "/v1/delete-view") {
      removed.push(body);
      return Promise.resolve({ data: {}, response: new Response() });
    }
    const answers: Record<string, unknown> = {
      "/v1/list-views": { items: views },
      "/v1/get-org-data": { role: "editor" },
    };
    return Promise.resolve({ data: answers[path], response: new Response() });
  }) as never);
});

function Menu() {
  const anchor = useRef<HTMLButtonElement>(null);
  return <ViewsMenu search="interval=30day" isOpen anchor={anchor} onOpen={opened} onChoose={() => undefined} />;
}

async function naming(name: string) {
  renderApp(<Menu />, sessionOf({ status: "authenticated" }));
  fireEvent.click(await screen.findByRole("button", { name: "Rename view “Weekly”" }));
  const field = screen.getByLabelText("View name");
  fireEvent.change(field, { target: { value: name } });
  return field;
}

test("a view gets a new name and keeps its content", async () => {
  await naming("  Each Monday ");
  fireEvent.click(screen.getByRole("button", { name: "Rename" }));

  await waitFor(() => expect(screen.queryByLabelText("View name")).toBeNull());
  expect(saved).toEqual([{ view_id: "view_1", name: "Each Monday", search: VIEW.search, is_shared: true }]);
});

test("a name that is taken is reported at the field, and the input stays", async () => {
  await naming("Monthly");
  fireEvent.click(screen.getByRole("button", { name: "Rename" }));

  expect(await screen.findByText("There is a view of this name.")).toBeVisible();
  expect(screen.getByLabelText("View name")).toHaveValue("Monthly");
});

test("Escape cancels the new name and leaves the list open", async () => {
  const field = await naming("Other");
  fireEvent.keyDown(field, { key: "Escape" });

  expect(screen.getByRole("button", { name: "Rename view “Weekly”" })).toBeVisible();
  expect(opened).not.toHaveBeenCalled();
  expect(saved).toEqual([]);
});

test("a new view whose name is taken keeps the name in its field", async () => {
  renderApp(<Menu />, sessionOf({ status: "authenticated" }));
  const field = await screen.findByLabelText("New view name");
  fireEvent.change(field, { target: { value: "Monthly" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));

  expect(await screen.findByText("There is a view of this name.")).toBeVisible();
  expect(field).toHaveValue("Monthly");
});

test("a view is saved and updated from the URL, even if the screen still shows the previous one", async () => {
  window.history.replaceState(null, "", "?interval=90day");
  renderApp(<Menu />, sessionOf({ status: "authenticated" }));
  fireEvent.change(await screen.findByLabelText("New view name"), { target: { value: "Quarter" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(saved).toEqual([{ name: "Quarter", search: "interval=90day", is_shared: false }]));

  fireEvent.click(screen.getByRole("button", { name: "Update “Weekly” with current filters" }));
  await waitFor(() => expect(saved[1]).toMatchObject({ view_id: "view_1", search: "interval=90day" }));
  window.history.replaceState(null, "", "/");
});

test("a shared view is deleted after a confirmation, a private one at once", async () => {
  views = [VIEW, { ...VIEW, view_id: "view_2", name: "Mine", is_shared: false }];
  renderApp(<Menu />, sessionOf({ status: "authenticated" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete view “Mine”" }));
  await waitFor(() => expect(removed).toEqual([{ view_id: "view_2" }]));

  fireEvent.click(screen.getByRole("button", { name: "Delete view “Weekly”" }));
  const remove = await screen.findByRole("button", { name: "Delete for everyone" });
  expect(removed).toHaveLength(1);
  fireEvent.click(remove);
  await waitFor(() => expect(removed).toEqual([{ view_id: "view_2" }, { view_id: "view_1" }]));
});
