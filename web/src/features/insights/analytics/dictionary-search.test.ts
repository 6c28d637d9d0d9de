import { expect, test } from "vitest";
import type { DictionaryTable } from "@/features/insights/analytics/api/data-dictionary";
import { searchDictionary } from "@/features/insights/analytics/dictionary-search";

const column = (name: string, definition: string) => ({ name, type: "string", unit: "", definition });
const table = (name: string, ...columns: DictionaryTable["columns"]): DictionaryTable => ({
  name,
  kind: "mart",
  title: name,
  description: `All about ${name}`,
  grain: "one row",
  sources: [],
  consumers: [],
  columns,
});
const tables = [
  table("orders", column("source", "Connection that reported the order"), column("status", "Placed or paid")),
  table("votes", column("choice", "What was chosen")),
];
const names = (typed: string) => searchDictionary(tables, typed).map(({ name, columns }) => [name, columns.length]);

test("an empty search shows everything", () => {
  expect(names("  ")).toEqual([
    ["orders", 2],
    ["votes", 1],
  ]);
});

test("the name of a table shows it completely, a word in a column that column only", () => {
  expect(names("ORDERS")).toEqual([["orders", 2]]);
  expect(names("orders paid")).toEqual([["orders", 1]]);
  expect(names("chosen")).toEqual([["votes", 1]]);
  expect(names("nothing")).toEqual([]);
});
