import { expect, test } from "vitest";
import { parseCsv, problemsOf, rowsOf } from "@/features/codes/rows";

test("cells may be quoted, hold separators, quotes and line ends", () => {
  expect(parseCsv('\uFEFFname,destination\r\n"Bar, left","https://a.example/?q=""x"""\r\n"two\nlines",\r\n\r\n')).toEqual([
    ["name", "destination"],
    ["Bar, left", 'https://a.example/?q="x"'],
    ["two\nlines", ""],
  ]);
});

test("spreadsheets of other countries separate by semicolons or tabs", () => {
  expect(parseCsv("name;table\nA;1")).toEqual([["name", "table"], ["A", "1"]]);
  expect(parseCsv("name\ttable\nA\t1")).toEqual([["name", "table"], ["A", "1"]]);
});

test("unknown columns become properties, empty cells nothing", () => {
  expect(rowsOf("Name,URL,Tags,Table,property:store\nDoor,,bar|terrace,4,Pier 3\n,https://a.example,,,")).toEqual([
    { name: "Door", tags: ["bar", "terrace"], properties: { Table: "4", store: "Pier 3" } },
    { destination: "https://a.example" },
  ]);
});

test("errors name the row as people count it", () => {
  expect(
    problemsOf([
      { field: "data[3].destination", message: "bad" },
      { field: "csv", message: "empty" },
    ]),
  ).toEqual([
    { row: 4, field: "destination", message: "bad" },
    { row: 0, field: "csv", message: "empty" },
  ]);
});
