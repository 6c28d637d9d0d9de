import { fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { PlacementDialog } from "@/features/codes/codes/components/placement-dialog";
import type { Code } from "@/features/codes/codes/types";
import { renderApp } from "@/shared/testing/render";

const onClose = vi.fn();

beforeEach(() => {
  onClose.mockClear();
  const dialog = (
    <PlacementDialog
      code={{ code_id: "ABCDEFGHJK", name: "Menu", properties: { store: "Pier" } } as unknown as Code}
      onClose={onClose}
    />
  );
  renderApp(<RouterProvider router={createMemoryRouter([{ path: "/", element: dialog }])} />);
});

test("Escape does not discard input without a question", async () => {
  fireEvent.change(screen.getByLabelText("Value"), { target: { value: "Harbour" } });
  fireEvent.keyDown(screen.getByLabelText("Value"), { key: "Escape" });
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test("without input, the dialog closes at once", () => {
  fireEvent.keyDown(screen.getByLabelText("Value"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
});
