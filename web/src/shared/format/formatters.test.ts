import { expect, test } from "vitest";
import { dateFormat, numberFormat } from "@/shared/format/formatters";

test("a formatter is created once for each locale and set of options", () => {
  expect(numberFormat("en", { style: "percent" })).toBe(numberFormat("en", { style: "percent" }));
  expect(numberFormat("de", { style: "percent" })).not.toBe(numberFormat("en", { style: "percent" }));
  expect(numberFormat("en")).not.toBe(numberFormat("en", { style: "percent" }));
  const [utc, tokyo] = ["UTC", "Asia/Tokyo"].map((timeZone) => dateFormat("en", { timeStyle: "short", timeZone }));
  expect(utc?.format(0)).not.toBe(tokyo?.format(0));
});
