import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { RangePicker } from "@/features/insights/analytics/components/range-picker";
import type { DateRange } from "@/features/insights/analytics/filters";
import { renderApp } from "@/shared/testing/render";

const WEEK: DateRange = { kind: "preset", interval: "7day" };

function opened() {
  const [change, likely] = [vi.fn(), vi.fn()];
  renderApp(<RangePicker range={WEEK} zone="UTC" onChange={change} onLikely={likely} />);
  fireEvent.click(screen.getByTestId("range-picker"));
  const entry = (name: string) =>
    within(screen.getByRole("dialog", { name: "Date range" })).getByRole("menuitem", { name });
  return { change, likely, entry };
}

test("arrow keys move through the ranges, starting at the current one", () => {
  const { entry } = opened();
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

  expect(entry("Last 7 days")).toHaveFocus();
  press("ArrowDown");
  expect(entry("This month")).toHaveFocus();
  press("End");
  press("ArrowDown");
  expect(entry("Today")).toHaveFocus();
  press("ArrowUp");
  expect(entry("All time")).toHaveFocus();
  press("l");
  expect(entry("Last 24 hour")).toHaveFocus();
});

test("months show the year in which they last began, and fill the columns from top to bottom", () => {
  vi.setSystemTime(new Date("2026-11-24T12:00:00Z"));
  const { entry } = opened();

  expect(entry("November")).toHaveTextContent("November2026");
  expect(entry("December")).toHaveTextContent("December2025");
  vi.useRealTimers();
});

test("the likely next range is reported before it is chosen, and also when it is left", async () => {
  const { change, likely, entry } = opened();
  const ninety: DateRange = { kind: "preset", interval: "90day" };
  likely.mockClear(); // the shown one had the focus

  fireEvent.pointerOver(entry("Last 90 days"));
  fireEvent.pointerDown(entry("Last 90 days"));
  expect(likely.mock.calls).toEqual([
    [ninety, "looked-at"],
    [ninety, "pressed"],
  ]);
  expect(change).not.toHaveBeenCalled();
  fireEvent.click(entry("Last 90 days"));
  expect(change.mock.calls).toEqual([[ninety]]);
  expect(likely).toHaveBeenLastCalledWith(null, "looked-at");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
