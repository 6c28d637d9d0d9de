import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ScreenError } from "@/shared/components/error-boundary";
import { renderApp } from "@/shared/testing/render";

test("a part that cannot be downloaded is distinguished from a screen that crashed", () => {
  const first = renderApp(
    <ScreenError error={new TypeError("Failed to fetch dynamically imported module: /assets/a.js")} />,
  );
  expect(screen.getByRole("heading", { name: "This screen couldn’t be loaded" })).toBeVisible();
  first.unmount();
  renderApp(<ScreenError error={new TypeError("x is undefined")} />);
  expect(screen.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  expect(screen.queryByText(/x is undefined|connect/)).not.toBeInTheDocument();
});

test("a part that could not be fetched offline is loaded once there is a connection", () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const reload = vi.fn();
  const error = new TypeError("Failed to fetch dynamically imported module: /assets/a.js");
  renderApp(<ScreenError error={error} reload={reload} />);
  expect(screen.getByText("You’re offline. This screen loads when you reconnect.")).toBeVisible();
  expect(reload).not.toHaveBeenCalled();

  online.mockReturnValue(true);
  fireEvent(window, new Event("online"));

  expect(reload).toHaveBeenCalledOnce();
  online.mockRestore();
});
