import { fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, test, vi } from "vitest";
import { WallScreen } from "@/features/walls/components/wall-screen";
import { api } from "@/shared/api/client";
import { renderApp, sessionOf } from "@/shared/testing/render";

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
  const views: string[] = [];
  vi.spyOn(api, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    const said = (data: unknown) => Promise.resolve({ data, response: new Response() });
    if (path.endsWith("moderate")) {
      decided.push([body["action"], body["post_ids"]]);
      return said({ changed: 1 });
    }
    if (path.endsWith("get-posts")) {
      views.push(String(body["state"]));
      return said({ items: [{ ...POST, state: body["state"] }], total: 1 });
    }
    return said(path.endsWith("get-org-data") ? { role: "owner" } : wall);
  }) as never);
  renderApp(
    <MemoryRouter initialEntries={[`/admin/walls/w1${query}`]}>
      <Routes>
        <Route path="/admin/walls/:wallId" element={<WallScreen />} />
      </Routes>
    </MemoryRouter>,
    sessionOf({ status: "authenticated" }),
  );
  return { decided, views, becomes: (part: Partial<typeof WALL>) => (wall = { ...wall, ...part }) };
}

test("a picture is deleted for good only by who says so twice", async () => {
  const { decided } = shown("?show=rejected");

  fireEvent.click(await screen.findByRole("button", { name: "Delete for good: Hello" }));
  expect(decided).toEqual([]);
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));

  await waitFor(() => expect(decided).toEqual([["delete", ["p1"]]]));
});

test("the pictures that are looked at stay when others begin to wait", async () => {
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

test("letters typed in a menu decide about no picture", async () => {
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
