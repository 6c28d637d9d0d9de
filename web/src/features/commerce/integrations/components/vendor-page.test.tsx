import { fireEvent, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { VendorPage } from "@/features/commerce/integrations/components/vendor-page";
import { calls } from "@/shared/testing/calls";
import { renderApp, sessionOf } from "@/shared/testing/render";

test("a vendor's screen shows that integrations could not be fetched, and offers a retry", async () => {
  const problem = { status: 403, code: "forbidden", message: "Not now.", errors: [] };
  const refusal = { error: problem, response: new Response(null, { status: 403 }) };
  const post = vi.spyOn(calls, "POST").mockResolvedValue(refusal);
  const router = createMemoryRouter([{ path: "*", element: <VendorPage vendor="shopify" /> }]);
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));

  fireEvent.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Not now.")).toBeVisible();
  expect(post).toHaveBeenCalledTimes(2);
});
