import type english from "@/blocks/words/en.json";

/** A text that depends on a count: its forms by plural category. */
type Counted = Partial<Record<Intl.LDMLPluralRule, string>>;

/** What blocks say themselves; the English catalogue decides which texts there are. */
export type Words = { [Name in keyof typeof english]: (typeof english)[Name] extends string ? string : Counted };

const FILES = import.meta.glob<Words>("./words/*.json", { eager: true, import: "default" });
const ENGLISH = "en";

/** By language: those that the page editor offers. */
export const WORDS: ReadonlyMap<string, Words> = new Map(
  Object.entries(FILES).map(([path, words]) => [path.slice("./words/".length, -".json".length), words]),
);

/** Our own words in a language, for its regions too; English where we have none. */
export function wordsIn(language: string): Words {
  const wanted = language.toLowerCase();
  const languages = [...WORDS.keys()];
  const found =
    languages.find((one) => one.toLowerCase() === wanted) ?? languages.find((one) => one === wanted.split("-", 1)[0]);
  const words = WORDS.get(found ?? ENGLISH);
  if (words === undefined) {
    throw new Error("There are no texts in English.");
  }
  return words;
}

/** The form for this many by the plural rules of the language, filled in; `{n}` is the number. */
export function fillCounted(
  text: Counted,
  n: number,
  language: string,
  values: Record<string, string | number> = {},
): string {
  const form = text[new Intl.PluralRules(language).select(n)] ?? text.other ?? Object.values(text).at(-1) ?? "";
  return fill(form, { n: new Intl.NumberFormat(language).format(n), ...values });
}

/** Fills `{name}` places in. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
