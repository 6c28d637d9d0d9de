import { describe, expect, it } from "vitest";
import { boundHint, boundTexts } from "@/blocks/forms/bounds";
import type { Field } from "@/blocks/types";
import { wordsIn } from "@/blocks/words";

const field = (part: Partial<Field>): Field => ({ name: "a", input_display_name: "A", input_type: "text", ...part });

describe("bounds of an answer", () => {
  it.each<[string, Partial<Field>, string, string]>([
    ["a least number", { input_type: "number", validation: { min: 18 } }, "18 or more", "Please enter 18 or more."],
    ["a range", { input_type: "number", validation: { min: 1, max: 1000 } }, "1–1,000", "Please enter 1 or more."],
    [
      "a first day",
      { input_type: "date", validation: { min: "2026-03-01" } },
      "From 1 March 2026",
      "Please choose 1 March 2026 or a later date.",
    ],
    ["one letter", { validation: { min_length: 1 } }, "At least 1 character", "Please enter at least 1 character."],
    [
      "a length",
      { validation: { min_length: 2, max_length: 8 } },
      "2–8 characters",
      "Please enter at least 2 characters.",
    ],
    [
      "a pattern",
      { validation: { pattern: "[A-Z]{2}" }, pattern_text: "Two letters" },
      "Two letters",
      "Please use this format: Two letters",
    ],
    ["none", {}, "", ""],
  ])("are said before and after typing: %s", (_, part, hint, text) => {
    const words = wordsIn("en");

    expect(boundHint(field(part), words, "en")).toBe(hint);
    expect(Object.values(boundTexts(field(part), words, "en"))[0] ?? "").toBe(text);
  });

  it.each([
    ["pl", 1, "Co najmniej 1 znak"],
    ["pl", 3, "Co najmniej 3 znaki"],
    ["pl", 5, "Co najmniej 5 znaków"],
    ["uk", 21, "Щонайменше 21 символ"],
    ["ar", 2, "حرفان على الأقل"],
    ["he", 2, "שני תווים לפחות"],
    ["ja", 2, "2文字以上"],
  ])("have the plural of their language: %s %i", (language, min_length, hint) => {
    expect(boundHint(field({ validation: { min_length } }), wordsIn(language), language)).toBe(hint);
  });
});
