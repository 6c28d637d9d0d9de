import { screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { CallbackPage } from "@/features/commerce/integrations/components/callback-page";
import { leaveTo } from "@/features/commerce/integrations/leave";
import { paths } from "@/shared/config/paths";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

afterEach(() => vi.restoreAllMocks());

function comeBack() {
  vi.spyOn(calls, "POST").mockResolvedValue({
    error: { status: 503, code: "unavailable", message: "The vendor could not be reached." },
    response: new Response(null, { status: 503 }),
  });
  const router = createMemoryRouter([{ path: "*", element: <CallbackPage /> }], {
    initialEntries: ["/admin/integrations/callback?code=c&state=s"],
  });
  renderApp(<RouterProvider router={router} />);
}

test("a failed login can be restarted where it was started", async () => {
  vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  leaveTo("https://harbor.myshopify.com/admin/oauth/authorize", paths.connectVendor("shopify"));
  comeBack();

  expect(await screen.findByRole("link", { name: "Try again" })).toHaveAttribute(
    "href",
    "/admin/integrations?connect=shopify",
  );
  expect(screen.getByRole("link", { name: "All integrations" })).toHaveAttribute("href", "/admin/integrations");
});

test("a login that was started elsewhere offers no restart", async () => {
  comeBack();

  expect(await screen.findByRole("link", { name: "All integrations" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Try again" })).toBeNull();
});
