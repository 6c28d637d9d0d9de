import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import type { Role } from "@/shared/organization/organization";

/** The zone of this browser. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const LOCALES = [
  "en-US",
  "en-GB",
  "en-CA",
  "en-AU",
  "de-DE",
  "es-ES",
  "es-MX",
  "fr-FR",
  "fr-CA",
  "it-IT",
  "ja-JP",
  "nl-NL",
  "pl-PL",
  "pt-BR",
  "sv-SE",
];

/** Ways of writing dates and numbers, with their names; `kept` is among them whatever it is. */
export function locales(current: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames("en", { type: "language" });
  return [...new Set([...LOCALES, current])].map((value) => ({ value, label: names.of(value) ?? value }));
}

/** Currencies by their code (ISO 4217); `current` is among them whatever it is. */
export function currencies(current: string): string[] {
  return [...new Set([...Intl.supportedValuesOf("currency"), current])].sort();
}

/** A currency as people find it: “EUR – Euro”. */
export function currencyLabel(code: string): string {
  const name = new Intl.DisplayNames("en", { type: "currency" }).of(code);
  return name === undefined || name === code ? code : `${code} – ${name}`;
}

/** Days on which a week may start. */
export function weekStarts(): { value: string; label: string }[] {
  return [
    { value: "monday", label: t`Monday` },
    { value: "sunday", label: t`Sunday` },
    { value: "saturday", label: t`Saturday` },
  ];
}

const MONTHS = [0, 1, 3, 6, 12, 13, 24, 36, 60];

/** How long events may be kept, in months; `kept` is among them whatever it is, 0 is for ever. */
export function retentionOptions(current: number | null | undefined): { value: string; label: string }[] {
  const months = [...new Set([...MONTHS, current ?? 0])].sort((a, b) => a - b);
  return months.map((value) => ({
    value: String(value),
    label: value === 0 ? t`Forever` : plural(value, { one: "# month", other: "# months" }),
  }));
}

/** What a role lets one do, as the end of a sentence. */
export const ROLE_SENTENCES: Readonly<Record<Role, MessageDescriptor>> = {
  viewer: msg`a viewer: you see codes, pages and analytics`,
  editor: msg`an editor: you create and edit codes, pages and campaigns`,
  admin: msg`an admin: you also manage people, keys and integrations`,
  owner: msg`an owner: you can do everything`,
};
