import { expect, test } from "vitest";
import { readTextFile } from "@/shared/files/text-file";

const read = (bytes: ArrayLike<number>) => readTextFile(new File([new Uint8Array(bytes)], "table.csv"));

test("a file is decoded as its spreadsheet wrote it: UTF-8, UTF-16 or Windows-1252", async () => {
  const text = "name,price\nCafé,5 €\n";
  const utf8 = new TextEncoder().encode(text);
  const utf16 = [0xff, 0xfe, ...Array.from(text).flatMap((one) => [one.charCodeAt(0) & 0xff, one.charCodeAt(0) >> 8])];
  const windows = Array.from(text).map((one) => (one === "€" ? 0x80 : one.charCodeAt(0)));
  for (const bytes of [utf8, [0xef, 0xbb, 0xbf, ...utf8], utf16, windows]) {
    expect(await read(bytes)).toEqual({ text });
  }
});

test.each([
  ["a spreadsheet of today", [0x50, 0x4b, 3, 4, 0x14, 0], /spreadsheet.*Save it as CSV/],
  ["a spreadsheet of old", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0], /spreadsheet.*Save it as CSV/],
  ["a picture", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0], /not a text file/],
  ["nothing", [], /empty/],
  ["what is too much for one table", { length: 5_000_001 }, /larger than 5 MB/],
])("%s is refused with the reason", async (_, bytes, reason) => {
  expect(await read(bytes)).toEqual({ problem: expect.stringMatching(reason) as string });
});
