type Text = string | Partial<Record<Intl.LDMLPluralRule, string>> | undefined;
type Values = Record<string, string | number>;

const fill = (text: string, values: Values) =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** A text with its placeholders filled in. */
export const fillWord = (text: Text, values: Values) => (typeof text === "string" ? fill(text, values) : "");

/** The form for this number by the plural rules of the language; `{n}` is the number. */
export function fillCounted(text: Text, n: number, language: string): string {
  if (text === undefined || typeof text === "string") {
    return text ?? "";
  }
  const form = text[new Intl.PluralRules(language).select(n)] ?? text.other ?? Object.values(text).at(-1) ?? "";
  return fill(form, { n: new Intl.NumberFormat(language).format(n) });
}
