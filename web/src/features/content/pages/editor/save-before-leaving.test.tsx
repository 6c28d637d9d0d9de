import { act, fireEvent, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { SaveBeforeLeaving } from "@/features/content/pages/editor/save-before-leaving";
import { renderApp } from "@/shared/testing/render";

function leave(draft: { flush: () => Promise<boolean>; isSaved: () => boolean }) {
  const router = createMemoryRouter(
    [
      { path: "/list", element: <p>The list</p> },
      { path: "/page", element: <SaveBeforeLeaving draft={draft} /> },
    ],
    { initialEntries: ["/list", "/page"] },
  );
  renderApp(<RouterProvider router={router} />);
  return act(() => router.navigate(-1));
}

test("unsaved changes are saved before the user leaves", async () => {
  const flush = vi.fn(() => Promise.resolve(true));
  await leave({ flush, isSaved: () => false });
  expect(await screen.findByText("The list")).toBeVisible();
  expect(flush).toHaveBeenCalledOnce();
});

test("a user who has saved everything leaves at once", async () => {
  const flush = vi.fn(() => Promise.resolve(true));
  await leave({ flush, isSaved: () => true });
  expect(screen.getByText("The list")).toBeVisible();
  expect(flush).not.toHaveBeenCalled();
});

test("a user who would lose changes is asked, and stays or leaves", async () => {
  await leave({ flush: () => Promise.resolve(false), isSaved: () => false });
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  expect(screen.queryByText("The list")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Leave" }));
  expect(await screen.findByText("The list")).toBeVisible();
});

test("a server that does not respond holds nobody up", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await leave({ flush: () => new Promise(() => undefined), isSaved: () => false });
  expect(screen.queryByRole("dialog")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(screen.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  vi.useRealTimers();
});
