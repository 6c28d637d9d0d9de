import { expect, test } from "vitest";
import { contrastOf, readableColor } from "@/features/insights/analytics/brand-colors";

test.each(["#ffee00", "#ffffff", "#000000", "#6b3fa0", "#0a7f5c", "#ff6a3d"])(
  "%s is made as dark or light as it must be to be read",
  (color) => {
    expect(contrastOf(readableColor(color, "light"), "#f3f5f8")).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(readableColor(color, "dark"), "#232932")).toBeGreaterThanOrEqual(4.5);
  },
);

test("a readable colour stays as it is", () => {
  expect(readableColor("#1f4fa3", "light")).toBe("#1f4fa3");
});
