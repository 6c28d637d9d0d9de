import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { isDay, isInterval, RANGE_OPTIONS } from "@/features/insights/analytics/ranges";

const ROOT = resolve(import.meta.dirname, "../../../..");
const PYTHON = resolve(ROOT, ".venv/bin/python");
const PRINT = "import json; from warehouse.date_ranges import OPTIONS; print(json.dumps(OPTIONS))";

test.skipIf(!existsSync(PYTHON))(
  "labels and values are those of the warehouse, in the same order",
  () => {
    const printed = execFileSync(PYTHON, ["-c", PRINT], { cwd: ROOT, encoding: "utf8" });
    expect(RANGE_OPTIONS.map(({ label, value }) => [label, value])).toEqual(JSON.parse(printed));
  },
  30_000,
);

test("only values of presets are accepted as intervals", () => {
  expect(["1day", "-1day", "all", "december"].every(isInterval)).toBe(true);
  expect(["", "Today", "2day"].some(isInterval)).toBe(false);
});

test.each([
  ["1900-01-01", true],
  ["2099-12-31", true],
  ["1899-12-31", false],
  ["2100-01-01", false],
  ["2026-1-1", false],
  ["2026-02-30", false],
  ["2026-13-45", false],
  ["", false],
])("%s can be chosen: %s", (day, can) => {
  expect(isDay(day)).toBe(can);
});
