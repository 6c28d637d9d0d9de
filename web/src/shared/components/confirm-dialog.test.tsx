import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { renderApp } from "@/shared/testing/render";

test("a double click confirms once", () => {
  const onConfirm = vi.fn();
  renderApp(
    <ConfirmDialog
      open
      title="Withdraw this batch?"
      confirmLabel="Withdraw"
      onConfirm={onConfirm}
      onCancel={() => undefined}
    >
      For good.
    </ConfirmDialog>,
  );
  const button = screen.getByRole("button", { name: "Withdraw" });
  fireEvent.click(button, { detail: 1 });
  fireEvent.click(button, { detail: 2 });
  expect(onConfirm).toHaveBeenCalledTimes(1);
  // Clicks from the keyboard have a count of 0.
  fireEvent.click(button, { detail: 0 });
  expect(onConfirm).toHaveBeenCalledTimes(2);
});

test("the second click of the double click that opened it does not close it", () => {
  const onCancel = vi.fn();
  renderApp(
    <ConfirmDialog open title="Send it?" confirmLabel="Send" onConfirm={() => undefined} onCancel={onCancel}>
      To everybody.
    </ConfirmDialog>,
  );
  const beside = screen.getByRole("dialog").parentElement ?? document.body;
  for (const detail of [2, 1]) {
    fireEvent.mouseDown(beside);
    fireEvent.click(beside, { detail });
  }
  expect(onCancel).toHaveBeenCalledTimes(1);
});
