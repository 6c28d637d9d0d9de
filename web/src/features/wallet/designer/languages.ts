import type { PassContent } from "@/shared/wallet/pass-content";

/** The languages that the designer offers; a pass may have others too. */
export const LANGUAGES = ["en", "de", "fr", "es", "pt", "it", "nl", "pl", "ja", "ko"] as const satisfies string[];

/** The languages into which at least one text of a pass is translated. */
export function languagesOf(content: PassContent): string[] {
  const found = new Set(Object.keys(content.title_translations));
  for (const field of content.fields) {
    Object.keys(field.translations).forEach((language) => found.add(language));
  }
  return [...found].sort();
}

/** The English name of a language, matching the language of the screen. */
export function languageName(language: string): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}
