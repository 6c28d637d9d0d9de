import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { expect, test, vi } from "vitest";
import { NotesScreen } from "@/features/content/notes/components/notes-screen";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const NOTE = {
  note_id: "note_1",
  code_id: "abc",
  code_name: "Table 4",
  title: "House rules",
  body: "<p>Be kind.</p>",
  excerpt: "Be kind.",
  is_public: false,
  version: 1,
  attachments: [],
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};

function Where() {
  return <output>{useLocation().search}</output>;
}

test("going back to a deleted note opens nothing", async () => {
  let notes = [NOTE];
  vi.spyOn(calls, "POST").mockImplementation((path: string) => {
    if (path === "/v1/delete_qr_note") {
      notes = [];
    }
    const data =
      path === "/v1/get_all_notes"
        ? { items: notes, total: notes.length }
        : { org_id: "org_1", role: "owner", items: [], total: 0 };
    return Promise.resolve({ data, response: new Response() });
  });
  const router = createMemoryRouter([{ path: "*", element: [<Where key="where" />, <NotesScreen key="notes" />] }]);
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));

  fireEvent.click(await screen.findByRole("button", { name: "Edit House rules" }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(await screen.findByRole("button", { name: /Delete/ }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("No notes yet")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  await router.navigate(-1);
  expect(await screen.findByText("?note=note_1")).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).toBeNull();
});
