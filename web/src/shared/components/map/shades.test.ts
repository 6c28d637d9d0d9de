import { expect, test } from "vitest";
import { OPACITIES, shadeOf, stepsUpTo } from "@/shared/components/map/shades";

test.each([0, 1, 2, 3, 7, 50, 12_345, 9_000_000])(
  "up to %i every number has a shade and the greatest the darkest",
  (most) => {
    const steps = stepsUpTo(most);
    expect(steps).toEqual([...steps].sort((one, other) => one - other));
    expect(shadeOf(0, steps)).toBe(0);
    if (most > 0) {
      expect(steps.at(-1)).toBe(most);
      expect(shadeOf(most, steps)).toBe(OPACITIES.length - 1);
      expect(shadeOf(1, steps)).toBeGreaterThan(0);
    }
  },
);

test("a number has no lighter shade than a smaller one", () => {
  const steps = stepsUpTo(400);
  const shades = Array.from({ length: 401 }, (_, value) => shadeOf(value, steps));
  expect(shades).toEqual([...shades].sort((one, other) => one - other));
});
