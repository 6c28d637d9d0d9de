import { fireEvent, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { SlipDesigner } from "@/features/slips/components/slip-designer";
import { COUPON } from "@/features/slips/testing/coupon";
import type { Slip } from "@/features/slips/types";
import { api } from "@/shared/api/client";
import { renderApp } from "@/shared/testing/render";

// What letters look like plays no part here.
vi.mock("@/features/slips/fonts", () => ({ FAMILIES: {}, loadFonts: () => undefined }));

const SLIP = {
  slip_id: "slip_1",
  kind: "coupon",
  ...COUPON,
  version: 1,
  warnings: [],
} as unknown as Slip;

test("who prints what was just changed is not asked about leaving without saving", async () => {
  vi.spyOn(api, "POST").mockImplementation((() =>
    Promise.resolve({ data: { ...SLIP, version: 2, items: [], total: 0 }, response: new Response() })) as never);
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
