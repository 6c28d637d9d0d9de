import { expect, it } from "vitest";
import { LANGUAGES } from "@/features/content/pages/editor/settings";
import { fill, WORDS, wordsIn } from "@/blocks/words";

it("has words in every language that the page editor offers", () => {
  expect([...WORDS.keys()].sort()).toEqual(Object.keys(LANGUAGES).sort());
});

it("takes the language for its regions, and English where it has no words", () => {
  expect(wordsIn("de-AT")).toBe(wordsIn("de"));
  expect(wordsIn("UK")).toBe(WORDS.get("uk"));
  expect(wordsIn("xx")).toBe(wordsIn("en"));
  expect(wordsIn("constructor")).toBe(wordsIn("en"));
});

it("fills places in, whatever the order of the language", () => {
  expect(fill(wordsIn("tr").step, { n: 2, total: 5 })).toBe("Adım 2/5");
});
