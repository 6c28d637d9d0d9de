import { expect, test } from "vitest";
import { changesOf, type Paragraph } from "@/features/content/terms/changes";

const SIGNS = { same: "", added: "+", removed: "-" };
const described = (paragraphs: readonly Paragraph[]) =>
  paragraphs.map((parts) =>
    parts.map(({ kind, text }) => (kind === "same" ? text : `[${SIGNS[kind]}${text.trimEnd()}]`)).join(""),
  );

test("a changed word is marked inside its paragraph", () => {
  const before = ["Rules", "You may return goods within 14 days.", "Be kind."];
  const after = ["Rules", "You may return goods within 30 days.", "Be kind."];
  expect(described(changesOf(before, after))).toEqual([
    "Rules",
    "You may return goods within [-14][+30]days.",
    "Be kind.",
  ]);
});

test("whole paragraphs are added and removed, and those around them stay", () => {
  expect(
    described(changesOf(["One is here.", "Three follows."], ["One is here.", "Quite another thing", "Three follows."])),
  ).toEqual(["One is here.", "[+Quite another thing]", "Three follows."]);
  expect(described(changesOf(["Gone for good", "Stays."], ["Stays."]))).toEqual(["[-Gone for good]", "Stays."]);
});

test("a replaced paragraph is not compared word by word", () => {
  expect(described(changesOf(["The shop closes at nine."], ["Prizes are sent by post to winners."]))).toEqual([
    "[-The shop closes at nine.]",
    "[+Prizes are sent by post to winners.]",
  ]);
});

test("a rewritten paragraph is recognised after a new one", () => {
  const before = ["Refunds take up to ten days."];
  const after = ["Everything below holds worldwide!", "Refunds take up to five days."];
  expect(described(changesOf(before, after))).toEqual([
    "[+Everything below holds worldwide!]",
    "Refunds take up to [-ten][+five]days.",
  ]);
});

test("scripts without spaces are compared character by character", () => {
  expect(described(changesOf(["営業時間は九時までです。"], ["営業時間は八時までです。"]))).toEqual([
    "営業時間は[-九][+八]時までです。",
  ]);
});

test("identical texts have no changes, and an empty text is changed as a whole", () => {
  expect(described(changesOf(["Same.", "Same."], ["Same.", "Same."]))).toEqual(["Same.", "Same."]);
  expect(described(changesOf([], ["New."]))).toEqual(["[+New.]"]);
});

test("the parts can be combined to both versions again, however much was changed", () => {
  const words = (seed: number) => Array.from({ length: 3000 }, (_, at) => `w${(at * seed) % 97}`);
  for (const [before, after] of [
    [words(5), words(7)],
    [words(3).slice(0, 400), words(11).slice(0, 350)],
  ] as const) {
    const parts = changesOf(before, after).flat();
    const without = (kind: string) => parts.filter((part) => part.kind !== kind).map((part) => part.text.trimEnd());
    expect(without("added")).toEqual(before);
    expect(without("removed")).toEqual(after);
  }
});
