import { expect, it } from "vitest";
import { microseconds } from "./curve";
import { Falsified, verify } from "./replay";
import file from "./testing/audit.jsonl?raw";

const header = JSON.parse(file.split("\n", 1)[0] ?? "") as { commitment: string; public_key: string };

const check = (text: string) => verify(text, header.commitment, header.public_key, () => undefined);

const rowOf = (text: string) =>
  check(text).then(
    () => undefined,
    (error: unknown) => (error instanceof Falsified ? error.row : Promise.reject(error as Error)),
  );

const change = (row: number, edit: (line: string) => string) =>
  file
    .split("\n")
    .map((line, index) => (index === row - 1 ? edit(line) : line))
    .join("\n");

it("replays every draw of a log with the server's results", async () => {
  expect(await check(file)).toEqual({ plays: 300, isSigned: true });
});

it.each([
  [1, (line: string) => line.replace('odds_ppm\\":40000', 'odds_ppm\\":40001')],
  [1, (line: string) => line.replace('"seed":"00', '"seed":"01')],
  [17, (line: string) => line.replace("player", "Player")],
  [40, (line: string) => line.replace(/"hash":"../, '"hash":"zz')],
])("names row %i when a byte of it is another", async (row, edit) => {
  expect(await rowOf(change(row, edit))).toBe(row);
});

it("detects a removed entry and a missing end", async () => {
  const lines = file.trimEnd().split("\n");

  expect(await rowOf(lines.filter((_, index) => index !== 20).join("\n"))).toBe(21);
  expect(await rowOf(lines.slice(0, -1).join("\n"))).toBe(lines.length - 1);
});

it("refuses a fingerprint other than the published one, and a foreign signature", async () => {
  await expect(verify(file, "00".repeat(32), header.public_key, () => undefined)).rejects.toThrow("fingerprint");
  const last = file.trimEnd().split("\n").length;
  expect(await rowOf(change(last, (line) => line.replace(/"signature":"..../, '"signature":"0000')))).toBe(last);
});

it("parses instants to the microsecond", () => {
  expect(microseconds("1970-01-01T00:00:01.000002+00:00")).toBe(1_000_002n);
  expect(microseconds("1970-01-01T01:00:00+01:00")).toBe(0n);
});
