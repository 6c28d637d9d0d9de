import { expect, test } from "vitest";
import { columnFile } from "@/features/insights/analytics/column-file";

test("the dictionary of a file is a file that spreadsheets can read", () => {
  const file = columnFile("events-2026-11-21.parquet", [
    { name: "city", type: "string", unit: "", definition: 'Where, “Zürich” or "Basel", they are' },
  ]);
  const bytes = Uint8Array.from(atob(file.data), (letter) => letter.charCodeAt(0));

  expect(file.file_name).toBe("events-2026-11-21-columns.csv");
  expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)).toBe(
    '\ufeff"name","type","unit","definition"\r\n"city","string","","Where, “Zürich” or ""Basel"", they are"\r\n',
  );
});
