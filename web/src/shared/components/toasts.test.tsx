import Dialog from "@mui/material/Dialog";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ToastProvider, useToasts } from "@/shared/components/toasts";

function Saving() {
  const toasts = useToasts();
  return (
    <>
      <p>Behind</p>
      <Dialog open>
        <button type="button" onClick={() => toasts.success("Saved")}>
          Save
        </button>
        <button type="button" onClick={() => toasts.error("Not saved")}>
          Fail
        </button>
      </Dialog>
    </>
  );
}

test("what is said beside an open dialog reaches assistive technology", async () => {
  render(
    <ToastProvider>
      <Saving />
    </ToastProvider>,
  );
  await waitFor(() => expect(screen.getByText("Behind").closest("[aria-hidden=true]")).not.toBeNull());

  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Saved");
  fireEvent.click(screen.getByRole("button", { name: "Fail" }));
  await waitFor(() => expect(screen.getAllByRole("alert")).toHaveLength(2));
});

test("a dialog that opens later hides none of them, and their place goes with them", async () => {
  const { rerender, unmount } = render(<ToastProvider>{null}</ToastProvider>);
  rerender(
    <ToastProvider>
      <Saving />
    </ToastProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Fail" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Not saved");
  unmount();
  expect(document.querySelector("slot")).toBeNull();
});

test.each([
  [true, "top"],
  [false, "bottom"],
] as const)("where dialogs fill the screen (%s), nothing is said on their buttons", async (isSmall, edge) => {
  vi.stubGlobal("matchMedia", (media: string) => ({
    media,
    matches: isSmall,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  render(
    <ToastProvider>
      <Saving />
    </ToastProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("alert");

  const place = document.querySelector<HTMLElement>(".waypost-toasts") as HTMLElement;
  expect(parseFloat(getComputedStyle(place)[edge])).toBeGreaterThan(0);
  vi.unstubAllGlobals();
});
