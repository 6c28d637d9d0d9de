import { fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, test, vi } from "vitest";
import { WallScreen } from "@/features/content/walls/components/wall-screen";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const POST = {
  post_id: "p1",
  caption: "Hello",
  author: "",
  state: "rejected",
  reports: 0,
  is_pinned: false,
  posted_at: "2026-05-04T10:00:00Z",
  full_url: "#",
  small_url: "#",
};

const WALL = {
  wall_id: "w1",
  name: "Harbor party",
  moderation: "after",
  is_open: true,
  url: "/wall/w1/",
  live_url: "/wall/w1/live",
  pending: 0,
  shown: 1,
  reported: 0,
  rejected: 1,
};

function shown(query: string) {
  const decided: unknown[] = [];
  let wall = WALL;
  const items = [POST];
  const views: string[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    const respond = (data: unknown) => Promise.resolve({ data, response: new Response() });
    if (path.endsWith("moderate")) {
      decided.push([body["action"], body["post_ids"]]);
      return respond({ changed: 1 });
    }
    if (path.endsWith("get-posts")) {
      views.push(String(body["state"]));
      return respond({ items: items.map((post) => ({ ...post, state: body["state"] })), total: items.length });
    }
    return respond(path.endsWith("get-org-data") ? { role: "owner", time_zone: "Pacific/Kiritimati" } : wall);
  }) as never);
  renderApp(
    <MemoryRouter initialEntries={[`/admin/walls/w1${query}`]}>
      <Routes>
        <Route path="/admin/walls/:wallId" element={<WallScreen />} />
      </Routes>
    </MemoryRouter>,
    sessionOf({ status: "authenticated" }),
  );
  return {
    decided,
    views,
    becomes: (part: Partial<typeof WALL>) => (wall = { ...wall, ...part }),
    comes: (id: string) => items.push({ ...POST, post_id: id }),
  };
}

test("the time of a picture is that of the organisation, whatever the browser's time zone is", async () => {
  shown("?show=rejected");

  expect(await screen.findByText(/No name · May 5, 2026, 12:00/)).toBeVisible();
});

test("a picture is permanently deleted only after a confirmation", async () => {
  const { decided } = shown("?show=rejected");

  fireEvent.click(await screen.findByRole("button", { name: "Delete permanently: Hello" }));
  expect(decided).toEqual([]);
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));

  await waitFor(() => expect(decided).toEqual([["delete", ["p1"]]]));
});

test("the visible pictures stay when new ones begin to wait", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { views, becomes } = shown("");
  await screen.findByRole("button", { name: "Pin: Hello" });

  becomes({ pending: 3 });
  await vi.advanceTimersByTimeAsync(6_000);
  await screen.findByRole("tab", { name: "Waiting (3)" });

  expect(screen.getByRole("tab", { name: /On the wall/ })).toHaveAttribute("aria-selected", "true");
  expect(views).not.toContain("pending");
  vi.useRealTimers();
});

test("letters typed in a menu do not moderate a picture", async () => {
  const { decided } = shown("");
  await screen.findByRole("button", { name: "Pin: Hello" });
  const menu = document.createElement("ul");
  menu.setAttribute("role", "menu");
  document.body.append(menu);

  fireEvent.keyDown(menu, { key: "p" });
  menu.remove();
  fireEvent.keyDown(document.body, { key: "r" });

  await waitFor(() => expect(decided).toEqual([["reject", ["p1"]]]));
});

test("all pending pictures on a page are decided in one step, but none that arrived during the confirmation", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { decided, comes } = shown("?show=pending");
  comes("p2");
  fireEvent.click(await screen.findByRole("button", { name: "Approve all 2 on this page" }));
  expect(await screen.findByRole("dialog", { name: "Approve all on this page?" })).toHaveTextContent("The 2 photos");

  comes("p3");
  await vi.advanceTimersByTimeAsync(6_000);
  await screen.findByText("Approve all 3 on this page");
  expect(decided).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));

  await waitFor(() => expect(decided).toEqual([["approve", ["p1", "p2"]]]));
  vi.useRealTimers();
});

test("only keys that have an effect are offered, and the others do nothing", async () => {
  const { decided } = shown("?show=rejected");
  await screen.findByRole("button", { name: "Delete permanently: Hello" });
  expect(screen.getByText(/^Keys:/)).toHaveTextContent("Keys: ← → move, A approve");

  fireEvent.keyDown(document.body, { key: "p" });
  fireEvent.keyDown(document.body, { key: "r" });
  fireEvent.keyDown(document.body, { key: "a" });

  await waitFor(() => expect(decided).toEqual([["approve", ["p1"]]]));
});

test("the keys for pictures on the wall include pinning", async () => {
  shown("");
  await screen.findByRole("button", { name: "Pin: Hello" });
  expect(screen.getByText(/^Keys:/)).toHaveTextContent("Keys: ← → move, R reject, P pin");
});
