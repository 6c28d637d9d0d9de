import { i18n } from "@lingui/core";

function listed(parts: readonly string[], type: Intl.ListFormatType): string {
  return new Intl.ListFormat(i18n.locale === "en" ? "en-GB" : i18n.locale, { type }).format(parts);
}

/** Formats parts as a list in a sentence, in the language of the app: “a, b and c”. */
export function formatList(parts: readonly string[]): string {
  return listed(parts, "conjunction");
}

/** Formats parts as alternatives: “a, b or c”. */
export function formatChoices(parts: readonly string[]): string {
  return listed(parts, "disjunction");
}
