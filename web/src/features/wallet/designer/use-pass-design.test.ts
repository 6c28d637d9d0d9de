import { expect, test } from "vitest";
import { moved, stepOf } from "@/features/wallet/designer/use-pass-design";
import { wholeContent } from "@/shared/wallet/pass-content";

const { fields } = wholeContent({
  style: "generic",
  description: "Card",
  organization: "Harbor",
  fields: [
    { key: "a", zone: "primary", value: "1" },
    { key: "b", zone: "secondary", value: "2" },
    { key: "c", zone: "secondary", value: "3" },
  ],
});
const places = (all: typeof fields) => all.map(({ key, zone }) => `${key} ${zone}`);

test("a field moves to a place in another zone, and the others keep their order", () => {
  expect(places(moved(fields, "a", "secondary", 1))).toEqual(["b secondary", "a secondary", "c secondary"]);
  expect(places(moved(fields, "c", "header", 0))).toEqual(["c header", "a primary", "b secondary"]);
  expect(moved(fields, "x", "header", 0)).toBe(fields);
});

test("steps lead through the zone, then into the next one, and stop at either end", () => {
  expect(stepOf(fields, "c", -1)).toEqual({ zone: "secondary", place: 0 });
  expect(stepOf(fields, "b", -1)).toEqual({ zone: "primary", place: 1 });
  expect(stepOf(fields, "c", 1)).toEqual({ zone: "auxiliary", place: 0 });
  expect(stepOf(moved(fields, "a", "header", 0), "a", -1)).toBeUndefined();
  expect(stepOf(moved(fields, "a", "back", 0), "a", 1)).toBeUndefined();
});
