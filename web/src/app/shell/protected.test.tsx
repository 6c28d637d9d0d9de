import Dialog from "@mui/material/Dialog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, expect, type Mock, test, vi } from "vitest";
import { ROUTES } from "@/app/router";
import { Protected } from "@/app/shell/protected";
import { ApiError } from "@/shared/api/errors";
import { LOGIN_REQUIRED, DIFFERENT_USER } from "@/shared/auth/auth-problems";
import { describeAuthError } from "@/shared/auth/describe-auth-error";
import type { Session } from "@/shared/auth/session";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

// Screens load lazily. They are loaded in advance here, so that no test waits for it.
beforeAll(async () => {
  await Promise.all([
    import("@/app/shell/admin-shell"),
    import("@/app/routes/admin/my-codes"),
    import("@/app/routes/admin/create-code"),
    import("@/app/routes/admin/settings/account"),
  ]);
}, 120_000);

function open(path: string, session: Session) {
  const router = createMemoryRouter(ROUTES, { initialEntries: [path] });
  return renderApp(<RouterProvider router={router} />, session);
}

test("an admin screen redirects visitors who are not logged in to the login", async () => {
  const login = vi.fn();
  open("/admin/my-codes", sessionOf({ login }));
  await waitFor(() => expect(login).toHaveBeenCalledOnce());
});

test("nobody is redirected while the session loads", async () => {
  const login = vi.fn();
  open("/admin/my-codes", sessionOf({ status: "loading", login }));
  expect(await screen.findByLabelText("Loading")).toBeInTheDocument();
  expect(login).not.toHaveBeenCalled();
});

test("a failed login gives the reason and offers a way to continue", async () => {
  open("/admin/profile", sessionOf({ problem: describeAuthError(new Error("Invalid state")) }));
  expect(await screen.findByText("Login couldn’t be verified")).toBeVisible();
  expect(screen.getByRole("button", { name: "Start again" })).toBeVisible();
});

test("a code can be started without a login, which is required on saving", async () => {
  open("/admin/create-qr-code", sessionOf());
  expect(await screen.findByRole("button", { name: "Log in and create" })).toBeVisible();
});

function Writing() {
  const cache = useQueryClient();
  return (
    <>
      <input aria-label="Text" />
      <button type="button" onClick={() => void cache.invalidateQueries()}>
        Look again
      </button>
    </>
  );
}

/** Renders a screen with text typed into it, and lets the test change the session. */
async function write(shown = <Writing />) {
  const read = vi.spyOn(calls, "POST") as unknown as Mock;
  read.mockImplementation((() => Promise.resolve({ data: { org_id: "org_1" }, response: new Response() })) as never);
  const router = createMemoryRouter([{ element: <Protected />, children: [{ path: "/", element: shown }] }]);
  const { withSession } = renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
  fireEvent.change(await screen.findByLabelText("Text"), { target: { value: "An hour of work" } });
  return { withSession, read };
}

test.each(["authenticated", "anonymous"] as const)(
  "what somebody writes stays on the screen when the session ends, until they have logged in elsewhere: %s",
  async (status) => {
    const { withSession } = await write();
    withSession(sessionOf({ status, problem: LOGIN_REQUIRED }));
    expect(screen.getByRole("alertdialog", { name: "Please log in again" })).toHaveTextContent(
      "without losing your work",
    );
    expect(screen.getByRole("link", { name: "Log in in a new tab" })).toHaveAttribute("target", "_blank");
    expect(screen.getByLabelText("Text")).toHaveValue("An hour of work");

    withSession(sessionOf({ status: "authenticated" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(screen.getByLabelText("Text")).toHaveValue("An hour of work");
  },
);

test.each([LOGIN_REQUIRED, describeAuthError(new Error("Failed to fetch"))])(
  "whether a session is good is asked again without losing the screen: $kind",
  async (problem) => {
    const resume = vi.fn();
    const { withSession, read } = await write();
    const before = read.mock.calls.length;
    withSession(sessionOf({ status: "authenticated", problem, resume }));
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(resume).toHaveBeenCalledOnce();
    await waitFor(() => expect(read.mock.calls.length).toBe(before + 1));
    expect(screen.getByLabelText("Text")).toHaveValue("An hour of work");
  },
);

function WritingInDialog() {
  const save = useMutation({
    mutationFn: () => Promise.reject(new ApiError({ status: 401, code: "unauthorized", message: "Log in" })),
  });
  return (
    <Dialog open>
      <input aria-label="Text" />
      <button type="button" onClick={() => save.mutate()}>
        Save
      </button>
    </Dialog>
  );
}

test("the end of a session is shown over an open dialog, can be postponed, and is shown again when saving fails", async () => {
  const { withSession } = await write(<WritingInDialog />);
  screen.getByLabelText("Text").focus();
  withSession(sessionOf({ status: "authenticated", problem: LOGIN_REQUIRED }));
  const over = await screen.findByRole("alertdialog");
  await waitFor(() => expect(over.closest(".MuiDialog-root")).toContainElement(document.activeElement as HTMLElement));
  expect(over.closest("[aria-hidden=true]")).toBeNull();

  // The dialog takes the focus and returns it.
  const later = within(over).getByRole("button", { name: "Later" });
  later.focus();
  expect(later).toHaveFocus();
  fireEvent.click(later);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByLabelText("Text")).toHaveFocus();
  expect(screen.getByLabelText("Text")).toHaveValue("An hour of work");
  expect(screen.getByText("Please log in again")).toBeInTheDocument();

  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("alertdialog")).toBeVisible();
});

test("a login as another person offers nothing but to start over", async () => {
  const login = vi.fn();
  const { withSession } = await write();
  withSession(sessionOf({ status: "authenticated", problem: DIFFERENT_USER, login }));
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(login).toHaveBeenCalledOnce();
});

test("unsaved text stays on the screen when the organisation can't be fetched again", async () => {
  const read = vi.spyOn(calls, "POST");
  read.mockImplementationOnce(() => Promise.resolve({ data: { org_id: "org_1" }, response: new Response() }));
  const router = createMemoryRouter([{ element: <Protected />, children: [{ path: "/", element: <Writing /> }] }]);
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
  fireEvent.change(await screen.findByLabelText("Text"), { target: { value: "An hour of work" } });

  read.mockImplementation(() => Promise.reject(new ApiError({ status: 429, code: "too_many", message: "Later" })));
  fireEvent.click(screen.getByRole("button", { name: "Look again" }));
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  await new Promise((later) => setTimeout(later, 50));

  expect(screen.getByLabelText("Text")).toHaveValue("An hour of work");
});
