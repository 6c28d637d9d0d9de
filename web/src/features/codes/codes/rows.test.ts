import { expect, test } from "vitest";
import { parseCsv, problemOfTable, problemsOf, rowsOf } from "@/features/codes/codes/rows";

test("cells may be quoted and contain separators, quotes and line breaks", () => {
  expect(
    parseCsv('\uFEFFname,destination\r\n"Bar, left","https://a.example/?q=""x"""\r\n"two\nlines",\r\n\r\n'),
  ).toEqual([
    ["name", "destination"],
    ["Bar, left", 'https://a.example/?q="x"'],
    ["two\nlines", ""],
  ]);
});

test("spreadsheets of other countries use semicolons or tabs as separators", () => {
  expect(parseCsv("name;table\nA;1")).toEqual([
    ["name", "table"],
    ["A", "1"],
  ]);
  expect(parseCsv("name\ttable\nA\t1")).toEqual([
    ["name", "table"],
    ["A", "1"],
  ]);
});

test("lines may end as in old spreadsheets on a Mac", () => {
  expect(parseCsv("name,table\rA,1\rB,2\r")).toEqual([
    ["name", "table"],
    ["A", "1"],
    ["B", "2"],
  ]);
});

test("unknown columns become properties, and empty cells are ignored", () => {
  expect(rowsOf("Name,URL,Tags,Table,property:store\nDoor,,bar|terrace,4,Pier 3\n,https://a.example,,,")).toEqual([
    { name: "Door", tags: ["bar", "terrace"], properties: { Table: "4", store: "Pier 3" } },
    { destination: "https://a.example" },
  ]);
});

test("errors give the number of the row, counted from 1", () => {
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

test("parts of a table that would be lost are reported before anything is created", () => {
  expect(problemOfTable('name,table\n"Bar, left",1\n\n"two\nlines",2,\n')).toBeNull();
  expect(problemOfTable('name\nA\n"Table 2\nTable 3\nTable 4')).toContain(
    "Row 2 has a quotation mark that is never closed",
  );
  expect(problemOfTable('"name,table')).toContain("The first line has a quotation mark that is never closed");
  expect(problemOfTable("name,table,table\nA,1,2")).toBe("Two columns are named “table”. Remove one of them.");
  expect(problemOfTable("name,table\nA,1\nB,2,Pier")).toBe("Row 2 has “Pier” in a column without a header.");
  expect(problemOfTable("name,,table\nA,lost,1")).toBe("Row 1 has “lost” in a column without a header.");
});

test.each([
  ["tag", "tags"],
  ["Tags", "TAG"],
  ["url", "destination"],
  ["Link", "URL"],
  ["Scan limit", "scan_limit"],
  ["table", "property.table"],
  ["properties:table", "property. table"],
])("the columns %s and %s would write over each other, which is said", (one, other) => {
  expect(problemOfTable(`name,${one},${other}\nA,1,2`)).toBe(
    `The columns “${one}” and “${other}” mean the same. Remove one of them.`,
  );
});

test.each([
  ["Table", "table", { Table: "1", table: "2" }],
  ["name", "property.name", { name: "2" }],
  ["table", "constructor", { table: "1", constructor: "2" }],
])("the columns %s and %s are both kept", (one, other, properties) => {
  const text = `${one},${other}\n1,2`;
  expect(problemOfTable(text)).toBeNull();
  expect(rowsOf(text)).toMatchObject([{ properties }]);
});
