import { dayText } from "@/blocks/dates";
import type { FieldError } from "@/blocks/forms/validate";
import type { Field } from "@/blocks/types";
import { fill, fillCounted, type Words } from "@/blocks/words";

const DAY: Intl.DateTimeFormatOptions = { dateStyle: "long", timeZone: "UTC" };
const dayOf = (text: string) => new Date(`${text}T00:00:00Z`);

/**
 * Returns the error texts of answers outside the limits of a field, by the kind of error. Each text names the limit.
 */
export function boundTexts(field: Field, words: Words, language: string): Partial<Record<FieldError, string>> {
  const { min, max, min_length, max_length, pattern } = field.validation ?? {};
  const texts: Partial<Record<FieldError, string>> = {};
  const number = new Intl.NumberFormat(language);
  if (field.input_type === "number") {
    if (typeof min === "number") {
      texts.too_small = fill(words.numberAtLeast, { bound: number.format(min) });
    }
    if (typeof max === "number") {
      texts.too_large = fill(words.numberAtMost, { bound: number.format(max) });
    }
  } else if (field.input_type === "date") {
    if (typeof min === "string") {
      texts.too_early = fill(words.dayFrom, { bound: dayText(min, language) });
    }
    if (typeof max === "string") {
      texts.too_late = fill(words.dayUntil, { bound: dayText(max, language) });
    }
  } else {
    if (min_length) {
      texts.too_short = fillCounted(words.lettersAtLeast, min_length, language);
    }
    if (max_length) {
      texts.too_long = fillCounted(words.lettersAtMost, max_length, language);
    }
    if (pattern && field.pattern_text) {
      texts.pattern = fill(words.inFormat, { format: field.pattern_text });
    }
  }
  return texts;
}

/** Returns a hint about the limits of a field, or an empty string if it has none. */
export function boundHint(field: Field, words: Words, language: string): string {
  const { min, max } = field.validation ?? {};
  if (field.input_type === "number") {
    const number = new Intl.NumberFormat(language);
    if (typeof min === "number" && typeof max === "number") {
      return number.formatRange(min, max);
    }
    return typeof min === "number"
      ? fill(words.hintAtLeast, { bound: number.format(min) })
      : typeof max === "number"
        ? fill(words.hintAtMost, { bound: number.format(max) })
        : "";
  }
  if (field.input_type === "date") {
    if (typeof min === "string" && typeof max === "string") {
      return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, DAY).formatRange(dayOf(min), dayOf(max));
    }
    return typeof min === "string"
      ? fill(words.hintFrom, { bound: dayText(min, language) })
      : typeof max === "string"
        ? fill(words.hintUntil, { bound: dayText(max, language) })
        : "";
  }
  return [lengthHint(field, words, language), field.validation?.pattern ? field.pattern_text : ""]
    .filter(Boolean)
    .join(" · ");
}

function lengthHint(field: Field, words: Words, language: string): string {
  const { min_length: least, max_length: most } = field.validation ?? {};
  if (least && most) {
    const range = least === most ? String(most) : new Intl.NumberFormat(language).formatRange(least, most);
    return fillCounted(words.hintLetters, most, language, { range });
  }
  return least
    ? fillCounted(words.hintLettersAtLeast, least, language)
    : most
      ? fillCounted(words.hintLettersAtMost, most, language)
      : "";
}
