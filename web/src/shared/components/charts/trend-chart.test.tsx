import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ticksOf, TrendChart } from "@/shared/components/charts/trend-chart";
import { renderApp } from "@/shared/testing/render";

const POINTS = ["2026-06-01", "2026-06-02", "2026-06-03"].map((key, place) => ({
  key,
  label: key,
  longLabel: key,
  value: place + 1,
  running: null,
  previous: null,
  previousLabel: "",
}));

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 600, 300));
});
afterEach(() => vi.restoreAllMocks());

test("Enter chooses the point that arrow keys went to", async () => {
  const choose = vi.fn();
  renderApp(<TrendChart points={POINTS} metric="Scans" onPoint={{ choose, words: "Note it" }} />);
  const chart = await screen.findByRole("application");

  fireEvent.keyDown(chart, { key: "Enter" });
  fireEvent.focus(chart);
  fireEvent.keyDown(chart, { key: "ArrowRight" });
  await screen.findByText("2 scans");
  expect(screen.getByText("Note it")).toBeTruthy();
  fireEvent.keyDown(chart, { key: "Enter" });

  expect(choose.mock.calls).toEqual([["2026-06-02"]]);
});

test("a click chooses the point that is nearest, and nothing beside the plot", async () => {
  const choose = vi.fn();
  renderApp(<TrendChart points={POINTS} metric="Scans" onPoint={{ choose, words: "Note it" }} />);
  const chart = await screen.findByRole("application");
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);

  fireEvent.click(chart, { clientX: 20, clientY: 150 });
  fireEvent.click(chart, { clientX: 330, clientY: 295 });
  fireEvent.click(chart, { clientX: 330, clientY: 150 });
  fireEvent.click(chart, { clientX: 580, clientY: 150 });

  expect(choose.mock.calls).toEqual([["2026-06-02"], ["2026-06-03"]]);
});

test("labels of the axis leave room for each other and for the edge, however many points there are", () => {
  const [point] = POINTS as [(typeof POINTS)[number]];
  const many = Array.from({ length: 90 }, (_, place) => ({ ...point, key: String(place), label: "Nov 22" }));

  expect(ticksOf(many, 0)).toBeNull();
  const wide = ticksOf(many, 1000) ?? [];
  expect(wide.slice(0, 3)).toEqual(["0", "7", "14"]);
  expect(Number(wide.at(-1))).toBeLessThanOrEqual(87);
  expect(ticksOf(many, 280)).toHaveLength(4);
  expect(ticksOf(many.slice(0, 1), 280)).toEqual(["0"]);
});
