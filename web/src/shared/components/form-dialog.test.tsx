import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { FormDialog } from "@/shared/components/form-dialog";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { renderApp } from "@/shared/testing/render";

function Form({ onClose, asks = true }: { onClose: () => void; asks?: boolean }) {
  return (
    <FormDialog onClose={onClose} asks={asks} aria-labelledby="form-title">
      <h2 id="form-title">Form</h2>
      <label>
        Name
        <input defaultValue="" />
      </label>
    </FormDialog>
  );
}

const escape = () => fireEvent.keyDown(screen.getByRole("dialog", { name: "Form" }), { key: "Escape" });
const beside = () => {
  const place = screen.getByRole("dialog", { name: "Form" }).parentElement as HTMLElement;
  fireEvent.mouseDown(place);
  fireEvent.click(place);
};

test.each([
  ["Escape", escape],
  ["a click beside it", beside],
])("%s closes a dialog in which nothing is typed, and asks where something is", async (_, slip) => {
  const close = vi.fn();
  renderApp(<Form onClose={close} />);
  slip();
  expect(close).toHaveBeenCalledOnce();

  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Harbour party" } });
  slip();
  expect(close).toHaveBeenCalledOnce();
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Leave without saving?" })).toBeNull());
  expect(screen.getByLabelText("Name")).toHaveValue("Harbour party");

  slip();
  fireEvent.click(await screen.findByRole("button", { name: "Leave" }));
  expect(close).toHaveBeenCalledTimes(2);
});

/** Shows a screen with the dialog over a text that is guarded, or not. */
function openScreen(isChanged: boolean, asks = true) {
  const screens = [
    { path: "/list", element: <p>The list</p> },
    {
      path: "/text",
      element: (
        <>
          <LeaveGuard isChanged={isChanged}>The text is not kept.</LeaveGuard>
          <Form onClose={() => undefined} asks={asks} />
        </>
      ),
    },
  ];
  const router = createMemoryRouter(screens, { initialEntries: ["/list", "/text"] });
  renderApp(<RouterProvider router={router} />);
  return router;
}
const type = () => fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Harbour party" } });

test("Back asks before it discards what is typed, and leaves once the user agrees", async () => {
  const router = openScreen(false);
  type();

  expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
  await act(() => router.navigate(-1));
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Leave without saving?" })).toBeNull());
  expect(screen.getByLabelText("Name")).toHaveValue("Harbour party");

  await act(() => router.navigate(-1));
  fireEvent.click(await screen.findByRole("button", { name: "Leave" }));
  expect(await screen.findByText("The list")).toBeVisible();
});

test.each([
  ["nothing is typed", true, () => undefined],
  ["the input is already saved", false, type],
])("Back does not ask if %s", async (_, asks, prepare) => {
  const router = openScreen(false, asks);
  prepare();

  await act(() => router.navigate(-1));

  expect(screen.getByText("The list")).toBeVisible();
});

test("a dialog that has saved its input may go on, unless the screen under it would lose something", async () => {
  const router = openScreen(false);
  type();
  await act(() => router.navigate("/list"));
  expect(screen.getByText("The list")).toBeVisible();
  cleanup();

  const guarded = openScreen(true);
  type();
  await act(() => guarded.navigate("/list"));
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  expect(guarded.state.location.pathname).toBe("/text");
});

test("a half-filled date counts as input", async () => {
  const close = vi.fn();
  renderApp(<Form onClose={close} />);
  Object.defineProperty(screen.getByLabelText("Name"), "validity", { value: { badInput: true } });
  escape();
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  expect(close).not.toHaveBeenCalled();
});

test("a dialog whose text is already saved does not ask", () => {
  const close = vi.fn();
  renderApp(<Form onClose={close} asks={false} />);
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Harbour party" } });
  escape();
  expect(close).toHaveBeenCalledOnce();
});

test("a refused form moves the focus to the first invalid field", async () => {
  function Refused() {
    const [isWrong, setWrong] = useState(false);
    return (
      <FormDialog onClose={() => undefined}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setTimeout(() => setWrong(true));
          }}
        >
          <input aria-label="Name" />
          <input aria-label="Price" aria-invalid={isWrong} />
          <button type="submit">Save</button>
        </form>
      </FormDialog>
    );
  }
  renderApp(<Refused />);

  fireEvent.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(screen.getByLabelText("Price")).toHaveFocus());
});
