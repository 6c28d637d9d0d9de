import { expect, test } from "vitest";
import { labelledPoints, pathOf, scaleFor, stepsOf } from "@/shared/components/charts/trend-scale";

function point(key: string, value: number | null, label = key) {
  return { key, label, longLabel: key, value, running: null, previous: null, previousLabel: "" };
}

test("axis labels leave room for each other and for the edge, whatever the number of points", () => {
  const many = Array.from({ length: 90 }, (_, place) => point(String(place), 1, "Nov 22"));

  const wide = labelledPoints(many, 942);
  expect(wide.slice(0, 3)).toEqual([0, 7, 14]);
  // The last day is labelled, and the label before leaves room for it.
  expect(wide.slice(-2)).toEqual([77, 89]);
  expect(labelledPoints(many, 280).at(-1)).toBe(89);
  expect(labelledPoints(many.slice(0, 1), 280)).toEqual([0]);
});

test.each([
  [0, [0, 1, 2, 3, 4, 5]],
  [3, [0, 1, 2, 3, 4, 5]],
  [6, [0, 2, 4, 6, 8, 10]],
  [101, [0, 25, 50, 75, 100, 125]],
  [12_400, [0, 2500, 5000, 7500, 10_000, 12_500]],
])("the vertical axis of up to %d counts in whole, even steps", (greatest, steps) => {
  expect(stepsOf([point("a", greatest)])).toEqual(steps);
});

test("the axis covers the previous period and the running one", () => {
  expect(stepsOf([{ ...point("a", 1), previous: 40 }]).at(-1)).toBe(50);
  expect(stepsOf([{ ...point("a", null), running: 40 }]).at(-1)).toBe(50);
  expect(stepsOf([]).at(-1)).toBe(5);
});

test("a line has gaps where there is no value, and so does its area", () => {
  const places = scaleFor(158, 144, 5, 10);

  expect(pathOf([0, 10, null, 5, 10], places)).toBe("M46,114L71,14M121,64L146,14");
  expect(pathOf([0, 10, null, 5, null], places, places.bottom)).toBe(
    "M46,114L71,14L71,114L46,114ZM121,64L121,114L121,114Z",
  );
  expect(pathOf([null], places)).toBe("");
  expect(scaleFor(158, 144, 1, 10).x(0)).toBe(96);
});
