import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Hints } from "@/shared/components/hints";
import { renderApp } from "@/shared/testing/render";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test("a hint shows on hover, stays while the hint itself is hovered, and closes with Escape", async () => {
  renderApp(
    <Hints>
      <button type="button" data-hint="Prints it all">
        Print
      </button>
      <button type="button">Other</button>
    </Hints>,
  );
  const button = screen.getByRole("button", { name: "Print" });

  fireEvent.pointerOver(screen.getByRole("button", { name: "Other" }));
  await wait(1000);
  expect(screen.queryByRole("tooltip")).toBeNull();
  fireEvent.pointerOver(button);
  await wait(200);
  expect(screen.getByRole("tooltip")).toHaveTextContent("Prints it all");

  fireEvent.pointerOut(button);
  fireEvent.pointerOver(screen.getByText("Prints it all"));
  await wait(1000);
  expect(screen.getByRole("tooltip")).toBeInTheDocument();
  fireEvent.keyDown(document, { key: "Escape" });
  await wait(1000);
  expect(screen.queryByRole("tooltip")).toBeNull();
});
