import { afterEach, expect, test } from "vitest";
import {
  FIRST_STATEMENT,
  inserted,
  storeStatement,
  storedStatement,
  placeOf,
} from "@/features/insights/analytics/stored-statement";

afterEach(() => sessionStorage.clear());

test("the statement is stored, and an example is the default", () => {
  expect(storedStatement()).toBe(FIRST_STATEMENT);
  storeStatement("select 1");
  expect(storedStatement()).toBe("select 1");
});

test.each([
  [0, { line: 1, column: 1 }],
  [7, { line: 1, column: 8 }],
  [8, { line: 2, column: 1 }],
  [10, { line: 2, column: 3 }],
])("character %i is found by line and column", (position, place) => {
  expect(placeOf("select \n 1\n", position)).toEqual(place);
});

test.each([
  ["", 0, 0, { text: "events", cursor: 6 }],
  ["from", 4, 4, { text: "from events", cursor: 11 }],
  ["from ", 5, 5, { text: "from events", cursor: 11 }],
  ["from x where", 5, 6, { text: "from events where", cursor: 11 }],
  ["sum(", 4, 4, { text: "sum(events", cursor: 10 }],
])("a name goes into %j where the cursor is", (text, from, to, result) => {
  expect(inserted(text, "events", from, to)).toEqual(result);
});
