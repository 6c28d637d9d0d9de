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
  // From the keyboard clicks are counted as none.
  fireEvent.click(button, { detail: 0 });
  expect(onConfirm).toHaveBeenCalledTimes(2);
});
