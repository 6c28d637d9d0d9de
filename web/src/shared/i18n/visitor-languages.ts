import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";

/** The languages in which visitors' pages are available. */
export const LANGUAGES: Readonly<Record<string, MessageDescriptor>> = {
  ar: msg`Arabic`,
  de: msg`German`,
  en: msg`English`,
  es: msg`Spanish`,
  fr: msg`French`,
  he: msg`Hebrew`,
  it: msg`Italian`,
  ja: msg`Japanese`,
  ko: msg`Korean`,
  nl: msg`Dutch`,
  pl: msg`Polish`,
  pt: msg`Portuguese`,
  "pt-BR": msg`Portuguese (Brazil)`,
  tr: msg`Turkish`,
  uk: msg`Ukrainian`,
  zh: msg`Chinese`,
};

/** The name of a language; unknown languages keep their tag. */
export function languageName(tag: string): string {
  const name = LANGUAGES[tag];
  return name === undefined ? tag : t(name);
}
