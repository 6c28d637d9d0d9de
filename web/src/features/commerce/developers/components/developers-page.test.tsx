import { screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { DevelopersPage } from "@/features/commerce/developers/components/developers-page";
import { renderApp } from "@/shared/testing/render";

test("all samples change their language together, and webhooks show the examples of the SDKs", async () => {
  const router = createMemoryRouter([{ path: "*", element: <DevelopersPage /> }]);
  renderApp(<RouterProvider router={router} />);
  expect(screen.getByRole("region", { name: "Create a code" }).textContent).toContain("waypost.create_code(");

  await userEvent.click(screen.getAllByRole("tab", { name: "TypeScript" })[0] as HTMLElement);
  expect(screen.getByRole("region", { name: "Create a code" }).textContent).toContain("createWaypost({");
  const webhooks = screen.getByRole("region", { name: "Receive and verify webhooks" }).textContent;
  expect(webhooks).toContain('import { SignatureRefused, verifyWebhook } from "waypost-sdk";');
  expect(screen.getByRole("link", { name: "API reference and console" }).getAttribute("href")).toBe(
    "/developers/reference",
  );
});
