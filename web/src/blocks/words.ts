import type english from "@/blocks/words/en.json";

/** A text that depends on a count: its forms by plural category. */
type Counted = Partial<Record<Intl.LDMLPluralRule, string>>;

/** The texts of the blocks themselves. The English catalogue determines which texts there are. */
export type Words = { [Name in keyof typeof english]: (typeof english)[Name] extends string ? string : Counted };

const FILES = import.meta.glob<Words>("./words/*.json", { eager: true, import: "default" });
const ENGLISH = "en";

/** The texts by language, for each language that the page editor offers. */
export const WORDS: ReadonlyMap<string, Words> = new Map(
  Object.entries(FILES).map(([path, words]) => [path.slice("./words/".length, -".json".length), words]),
);

/** Returns our texts in a language, also for its regions, or in English if there are none. */
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

/** Returns the plural form of the language for this count, with its values filled in. `{n}` is the number. */
export function fillCounted(
  text: Counted,
  n: number,
  language: string,
  values: Record<string, string | number> = {},
): string {
  const form = text[new Intl.PluralRules(language).select(n)] ?? text.other ?? Object.values(text).at(-1) ?? "";
  return fill(form, { n: new Intl.NumberFormat(language).format(n), ...values });
}

/** Replaces the `{name}` placeholders. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
