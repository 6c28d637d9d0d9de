import { describe, expect, it } from "vitest";
import { LANGUAGES } from "@/features/content/pages/editor/settings";
import { fill, WORDS, wordsIn } from "@/blocks/words";

/** What is called the same, on purpose. */
const SAME = new Set([
  ...["fr", "it", "nl", "pl", "pt"].map((language) => `${language}.email`),
  ...["de", "it", "nl", "pl", "pt"].map((language) => `${language}.link`),
  ...["de.website", "nl.website", "fr.minutes"],
]);
const ENGLISH = wordsIn("en");
const others = Object.entries(WORDS).filter(([language]) => language !== "en");

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

it("has words in every language that the page editor offers", () => {
  expect(Object.keys(WORDS).sort()).toEqual(Object.keys(LANGUAGES).sort());
});

describe.each(others)("%s", (language, words) => {
  it.each(Object.entries(ENGLISH))("says %s with the same places filled in", (name, english) => {
    const phrases = words[name as keyof typeof words];

    expect(phrases.trim()).toBe(phrases);
    expect(phrases).not.toBe("");
    expect(placesIn(phrases)).toEqual(placesIn(english));
    expect(phrases === english).toBe(SAME.has(`${language}.${name}`));
  });
});

it("takes the language for its regions, and English where it has no words", () => {
  expect(wordsIn("pt-BR")).toBe(wordsIn("pt"));
  expect(wordsIn("UK")).toBe(WORDS["uk"]);
  expect(wordsIn("xx")).toBe(ENGLISH);
  expect(wordsIn("constructor")).toBe(ENGLISH);
});

it("fills places in, whatever the order of the language", () => {
  expect(fill(wordsIn("tr").step, { n: 2, total: 5 })).toBe("Adım 2/5");
});
