import { fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { SlipDesigner } from "@/features/content/slips/components/slip-designer";
import { COUPON } from "@/features/content/slips/testing/coupon";
import type { Slip } from "@/features/content/slips/types";
import { ApiError } from "@/shared/api/errors";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

// The appearance of text does not matter here.
vi.mock("@/features/content/slips/fonts", () => ({ FAMILIES: {}, loadFonts: () => undefined }));

const SLIP = {
  slip_id: "slip_1",
  kind: "coupon",
  ...COUPON,
  version: 1,
  warnings: [],
} as unknown as Slip;

test("printing right after saving does not warn about unsaved changes", async () => {
  vi.spyOn(calls, "POST").mockImplementation(() =>
    Promise.resolve({ data: { ...SLIP, version: 2, items: [], total: 0 }, response: new Response() }),
  );
  const router = createMemoryRouter(
    [
      { path: "/admin/slip/:slipId", element: <SlipDesigner slip={SLIP} /> },
      { path: "*", element: <p>Printing</p> },
    ],
    { initialEntries: ["/admin/slip/slip_1"] },
  );
  renderApp(<RouterProvider router={router} />);

  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Winter coupon" } });
  fireEvent.click(screen.getByRole("button", { name: "Print" }));

  expect(await screen.findByText("Printing")).toBeVisible();
});

const BOX = {
  id: "box",
  type: "rectangle",
  x: 10,
  y: 10,
  width: 40,
  height: 20,
  rotation: 0,
  fill: "#000000",
  stroke: null,
  thickness: 0.5,
  radius: 0,
} as const;

function designed() {
  const slip = { ...SLIP, elements: [BOX] } as unknown as Slip;
  const router = createMemoryRouter([{ path: "*", element: <SlipDesigner slip={slip} /> }]);
  renderApp(<RouterProvider router={router} />);
  return () => screen.getByRole("button", { name: /^Box, at/ });
}

test("an element that was deleted by keyboard is restored with Ctrl+Z, although the focus is gone", () => {
  const box = designed();

  box().focus();
  fireEvent.keyDown(box(), { key: "Delete" });
  expect(screen.queryByRole("button", { name: /^Box, at/ })).toBeNull();
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });

  expect(box()).toBeInTheDocument();
});

test("a finger that scrolls past moves nothing, but drags an element that was tapped", () => {
  vi.spyOn(HTMLElement.prototype, "setPointerCapture").mockImplementation(() => undefined);
  const box = designed();
  const drag = () => {
    const finger = { pointerType: "touch", pointerId: 1, button: 0 };
    fireEvent.pointerDown(box(), { ...finger, clientX: 50, clientY: 50 });
    fireEvent.pointerMove(box(), { ...finger, clientX: 50, clientY: 90 });
    fireEvent.pointerUp(box(), finger);
  };

  drag();
  expect(box()).toHaveAccessibleName("Box, at 10 and 10 millimetres");
  fireEvent.click(box());
  expect(box()).toHaveStyle({ touchAction: "none" });
  drag();

  expect(box()).not.toHaveAccessibleName("Box, at 10 and 10 millimetres");
});

const MOUSE = { pointerType: "mouse", pointerId: 1, button: 0 };

test("an unsteady click selects an element and moves nothing", () => {
  vi.spyOn(HTMLElement.prototype, "setPointerCapture").mockImplementation(() => undefined);
  const box = designed();

  fireEvent.pointerDown(box(), { ...MOUSE, buttons: 1, clientX: 50, clientY: 50 });
  fireEvent.pointerMove(box(), { ...MOUSE, buttons: 1, clientX: 51, clientY: 52 });
  fireEvent.pointerUp(box(), { ...MOUSE, buttons: 0 });

  expect(box()).toHaveAccessibleName("Box, at 10 and 10 millimetres");
  expect(box()).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
});

test("Escape returns an element to the position from before the drag", () => {
  vi.spyOn(HTMLElement.prototype, "setPointerCapture").mockImplementation(() => undefined);
  const box = designed();

  fireEvent.pointerDown(box(), { ...MOUSE, buttons: 1, clientX: 50, clientY: 50 });
  fireEvent.pointerMove(box(), { ...MOUSE, buttons: 1, clientX: 80, clientY: 90 });
  expect(box()).not.toHaveAccessibleName("Box, at 10 and 10 millimetres");
  fireEvent.keyDown(box(), { key: "Escape" });
  fireEvent.pointerMove(box(), { ...MOUSE, buttons: 1, clientX: 120, clientY: 120 });

  expect(box()).toHaveAccessibleName("Box, at 10 and 10 millimetres");
});

test("an element that was deleted during a drag is restored in one step, and does not follow the pointer afterwards", () => {
  vi.spyOn(HTMLElement.prototype, "setPointerCapture").mockImplementation(() => undefined);
  const box = designed();
  const other = () => screen.getByTestId("slip-canvas");

  fireEvent.pointerDown(box(), { ...MOUSE, buttons: 1, clientX: 50, clientY: 50 });
  fireEvent.keyDown(box(), { key: "Delete" });
  fireEvent.pointerMove(other(), { ...MOUSE, buttons: 1, clientX: 90, clientY: 90 });
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  fireEvent.pointerMove(box(), { ...MOUSE, buttons: 0, clientX: 120, clientY: 120 });

  expect(box()).toHaveAccessibleName("Box, at 10 and 10 millimetres");
});

test("after a conflict, the user chooses a version and loses no work", async () => {
  const saved: unknown[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((
    path: string,
    { body }: { body: { updated_data?: { version: number | null; name: string } } },
  ) => {
    if (path.endsWith("/slip") && body.updated_data) {
      saved.push([body.updated_data.version, body.updated_data.name]);
      if (body.updated_data.version !== null) {
        return Promise.reject(
          new ApiError({ status: 409, code: "slip_changed", message: "Someone else changed this slip meanwhile." }),
        );
      }
    }
    return Promise.resolve({ data: { ...SLIP, version: 5, items: [], total: 0 }, response: new Response() });
  }) as never);
  designed();

  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Mine" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  fireEvent.click(await screen.findByRole("button", { name: "Overwrite with mine" }));

  expect(await screen.findByText("Saved.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Overwrite with mine" })).toBeNull());
  expect(saved).toEqual([
    [1, "Mine"],
    [null, "Mine"],
  ]);
});
