import { expect, test } from "vitest";
import { pointsOf } from "@/shared/components/charts/sparkline";

test("the largest value touches the top, and zero the bottom", () => {
  expect(pointsOf([0, 4, 2])).toBe("0.0,18.0 30.0,2.0 60.0,10.0");
  expect(pointsOf([0, 0])).toBe("0.0,18.0 60.0,18.0");
});
