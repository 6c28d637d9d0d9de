import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { renderApp } from "@/shared/testing/render";

function open(isChanged: boolean) {
  const router = createMemoryRouter(
    [
      { path: "/list", element: <p>The list</p> },
      { path: "/text", element: <LeaveGuard isChanged={isChanged}>It is not kept.</LeaveGuard> },
    ],
    { initialEntries: ["/list", "/text"] },
  );
  renderApp(<RouterProvider router={router} />);
  return router;
}

const closing = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test("going back with unsaved changes asks whether to stay or leave", async () => {
  const router = open(true);
  expect(closing()).toBe(true);

  await act(() => router.navigate(-1));
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toHaveTextContent("It is not kept.");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.pathname).toBe("/text");

  await act(() => router.navigate(-1));
  fireEvent.click(await screen.findByRole("button", { name: "Leave" }));
  expect(await screen.findByText("The list")).toBeVisible();
});

test("going back without changes does not ask", async () => {
  const router = open(false);
  expect(closing()).toBe(false);

  await act(() => router.navigate(-1));
  expect(screen.getByText("The list")).toBeVisible();
});
