import { fireEvent, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { BulkCreateDialog } from "@/features/codes/codes/components/bulk-create-dialog";
import type { Code } from "@/features/codes/codes/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

test("a table that has only column names is reported without a request to the server", async () => {
  const asked = vi.spyOn(calls, "POST");
  const dialog = <BulkCreateDialog code={{ code_id: "ABCDEFGHJK", name: "Menu" } as Code} onClose={() => undefined} />;
  renderApp(<RouterProvider router={createMemoryRouter([{ path: "/", element: dialog }])} />);
  fireEvent.change(screen.getByLabelText("Table"), { target: { value: "name,table" } });
  fireEvent.click(screen.getByRole("button", { name: "Check rows" }));
  expect(await screen.findByText(/There are no rows below the header line/)).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
});
