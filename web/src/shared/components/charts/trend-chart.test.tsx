import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { TrendChart } from "@/shared/components/charts/trend-chart";
import { stubIdle } from "@/shared/testing/idle";
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

test("Enter chooses the point selected with the arrow keys", async () => {
  const choose = vi.fn();
  renderApp(<TrendChart points={POINTS} metric="Scans" onPoint={{ choose, words: "Note it" }} />);
  const chart = await screen.findByRole("application");

  fireEvent.keyDown(chart, { key: "Enter" });
  fireEvent.focus(chart);
  fireEvent.keyDown(chart, { key: "ArrowRight" });
  await screen.findByText("Scans: 2");
  expect(screen.getByText("Note it")).toBeTruthy();
  fireEvent.keyDown(chart, { key: "Enter" });

  expect(choose.mock.calls).toEqual([["2026-06-02"]]);
});

test("a click chooses the nearest point, and a click beside the plot chooses nothing", async () => {
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

test("numbers are drawn at once, and the interactive layer follows when the browser is idle", async () => {
  const idle = stubIdle();
  renderApp(<TrendChart points={POINTS} metric="Scans" />);

  expect(screen.getByRole("img", { name: "Scans over time" }).querySelector(".trend-line")?.getAttribute("d")).toMatch(
    /^M46,[\d.]+L317,[\d.]+L588,/,
  );
  expect(screen.queryByRole("application")).toBeNull();
  act(() => idle.pass());
  expect(await screen.findByRole("application")).toBeInTheDocument();
});
