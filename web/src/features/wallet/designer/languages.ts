import type { PassContent } from "@/shared/wallet/pass-content";

/** Languages that are offered; a pass may have others too. */
export const LANGUAGES = ["en", "de", "fr", "es", "pt", "it", "nl", "pl", "ja", "ko"] as const satisfies string[];

/** The languages into which something of a pass is translated. */
export function languagesOf(content: PassContent): string[] {
  const found = new Set(Object.keys(content.title_translations));
  for (const field of content.fields) {
    Object.keys(field.translations).forEach((language) => found.add(language));
  }
  return [...found].sort();
}

/** A language by its name in English, as the rest of the screen is. */
export function languageName(language: string): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}
