import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import type { Role } from "@/shared/organization/organization";

/** Returns the time zone of this browser. */
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

/** Returns the locales for dates and numbers, with their names. `current` is always included. */
export function locales(current: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames("en", { type: "language" });
  return [...new Set([...LOCALES, current])].map((value) => ({ value, label: names.of(value) ?? value }));
}

/** Returns the currency codes (ISO 4217). `current` is always included. */
export function currencies(current: string): string[] {
  return [...new Set([...Intl.supportedValuesOf("currency"), current])].sort();
}

/** Returns a searchable label of a currency: “EUR – Euro”. */
export function currencyLabel(code: string): string {
  const name = new Intl.DisplayNames("en", { type: "currency" }).of(code);
  return name === undefined || name === code ? code : `${code} – ${name}`;
}

/** Returns the days on which a week may start. */
export function weekStarts(): { value: string; label: string }[] {
  return [
    { value: "monday", label: t`Monday` },
    { value: "sunday", label: t`Sunday` },
    { value: "saturday", label: t`Saturday` },
  ];
}

const MONTHS = [0, 1, 3, 6, 12, 13, 24, 36, 60];

/** Returns the retention periods of events, in months. `current` is always included, and 0 is forever. */
export function retentionOptions(current: number | null | undefined): { value: string; label: string }[] {
  const months = [...new Set([...MONTHS, current ?? 0])].sort((a, b) => a - b);
  return months.map((value) => ({
    value: String(value),
    label: value === 0 ? t`Forever` : plural(value, { one: "# month", other: "# months" }),
  }));
}

/** The permissions of a role, as the end of a sentence. */
export const ROLE_SENTENCES: Readonly<Record<Role, MessageDescriptor>> = {
  viewer: msg`a viewer: you see codes, pages and analytics`,
  editor: msg`an editor: you create and edit codes, pages and campaigns`,
  admin: msg`an admin: you also manage people, keys and integrations`,
  owner: msg`an owner: you can do everything`,
};
