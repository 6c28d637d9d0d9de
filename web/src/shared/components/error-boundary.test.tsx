import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ScreenError } from "@/shared/components/error-boundary";
import { renderApp } from "@/shared/testing/render";

test("a part that cannot be fetched is told apart from a screen that broke", () => {
  const first = renderApp(
    <ScreenError error={new TypeError("Failed to fetch dynamically imported module: /assets/a.js")} />,
  );
  expect(screen.getByRole("heading", { name: "This screen couldn’t be loaded" })).toBeVisible();
  first.unmount();
  renderApp(<ScreenError error={new TypeError("x is undefined")} />);
  expect(screen.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  expect(screen.queryByText(/x is undefined|connect/)).not.toBeInTheDocument();
});
