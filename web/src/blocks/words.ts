import { DUTCH } from "@/blocks/words/dutch";
import { ENGLISH, type Words } from "@/blocks/words/english";
import { FRENCH } from "@/blocks/words/french";
import { GERMAN } from "@/blocks/words/german";
import { ITALIAN } from "@/blocks/words/italian";
import { POLISH } from "@/blocks/words/polish";
import { PORTUGUESE } from "@/blocks/words/portuguese";
import { SPANISH } from "@/blocks/words/spanish";
import { TURKISH } from "@/blocks/words/turkish";
import { UKRAINIAN } from "@/blocks/words/ukrainian";

export type { Words };

/** By language: those that the page editor offers. */
export const WORDS: Readonly<Record<string, Words>> = {
  en: ENGLISH,
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
  it: ITALIAN,
  nl: DUTCH,
  pl: POLISH,
  pt: PORTUGUESE,
  tr: TURKISH,
  uk: UKRAINIAN,
};

/** Our own words in a language; English where we have none. */
export function wordsIn(language: string): Words {
  const short = language.split("-", 1).join("").toLowerCase();
  return (Object.hasOwn(WORDS, short) ? WORDS[short] : undefined) ?? ENGLISH;
}

/** Fills `{name}` places in. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
