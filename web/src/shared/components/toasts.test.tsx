import Dialog from "@mui/material/Dialog";
import { useMutation } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { handleResult } from "@/shared/api/handle-result";
import { ToastProvider, useToasts } from "@/shared/components/toasts";
import { renderApp } from "@/shared/testing/render";

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

test("messages beside an open dialog reach assistive technology", async () => {
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

test("a dialog that opens later hides no toasts, and their container is removed with them", async () => {
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

interface End {
  work: () => void;
  fail: (reason: Error) => void;
}

test("an error toast closes when a retry of the same action succeeds, but not after another action or a concurrent one", async () => {
  const ends: End[] = [];
  const start = () => new Promise<void>((work, fail) => void ends.push({ work, fail }));
  function Row({ name }: { name: string }) {
    const saving = useMutation({ mutationFn: start });
    const toasts = useToasts();
    return (
      <button type="button" onClick={() => handleResult(saving.mutateAsync(), { onError: toasts.error })}>
        {name} {saving.status}
      </button>
    );
  }
  renderApp(
    <>
      <Row name="One" />
      <Row name="Two" />
    </>,
  );
  const press = async (name: string) => {
    const before = ends.length;
    fireEvent.click(screen.getByRole("button", { name: new RegExp(name) }));
    await waitFor(() => expect(ends).toHaveLength(before + 1));
    return ends[before] as End;
  };

  const first = await press("One");
  const beside = await press("One");
  first.fail(new Error("No connection"));
  await screen.findByText("No connection");
  beside.work();
  await screen.findByText("One success");
  (await press("Two")).work();
  await screen.findByText("Two success");
  (await press("One")).fail(new Error("Still no connection"));
  await screen.findByText("Still no connection");
  expect(screen.getByText("No connection")).toBeVisible();

  (await press("One")).work();
  await waitFor(() => expect(screen.queryByText(/connection/i)).toBeNull(), { timeout: 3000 });
});
