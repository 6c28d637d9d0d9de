import { expect, it } from "vitest";
import { LANGUAGES } from "@/features/content/pages/editor/settings";
import { fill, WORDS, wordsIn } from "@/blocks/words";

it("has texts in every language that the page editor offers", () => {
  expect([...WORDS.keys()].sort()).toEqual(Object.keys(LANGUAGES).sort());
});

it("uses the language for its regions, and English if it has no texts", () => {
  expect(wordsIn("de-AT")).toBe(wordsIn("de"));
  expect(wordsIn("UK")).toBe(WORDS.get("uk"));
  expect(wordsIn("xx")).toBe(wordsIn("en"));
  expect(wordsIn("constructor")).toBe(wordsIn("en"));
});

it("fills in placeholders, whatever their order in the language", () => {
  expect(fill(wordsIn("tr").step, { n: 2, total: 5 })).toBe("Adım 2/5");
});
