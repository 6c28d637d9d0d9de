import { screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { ROUTES } from "@/app/router";
import { renderApp, sessionOf } from "@/shared/testing/render";

test("an unknown path shows the not-found page only once loading has finished", async () => {
  const router = createMemoryRouter(ROUTES, { initialEntries: ["/no/such/page"] });
  const app = renderApp(<RouterProvider router={router} />, sessionOf({ status: "loading" }));
  expect(screen.queryByText("Page not found")).not.toBeInTheDocument();
  app.withSession(sessionOf({ status: "anonymous" }));
  expect(await screen.findAllByText("Page not found")).not.toHaveLength(0);
});
