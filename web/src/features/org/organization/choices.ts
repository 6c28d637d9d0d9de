import type { Role } from "@/shared/organization/organization";

/** Every time zone that the browser knows, and UTC; `kept` is among them whatever this browser calls it. */
export function timeZones(current = "UTC"): string[] {
  return [...new Set(["UTC", current, ...Intl.supportedValuesOf("timeZone")])].sort(
    (a, b) => Number(b === "UTC") - Number(a === "UTC") || a.localeCompare(b),
  );
}

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

export const WEEK_STARTS = [
  { value: "monday", label: "Monday" },
  { value: "sunday", label: "Sunday" },
  { value: "saturday", label: "Saturday" },
] as const;

const MONTHS = [0, 1, 3, 6, 12, 13, 24, 36, 60];

/** How long events may be kept, in months; `kept` is among them whatever it is, 0 is for ever. */
export function retentionOptions(current: number | null | undefined): { value: string; label: string }[] {
  const months = [...new Set([...MONTHS, current ?? 0])].sort((a, b) => a - b);
  return months.map((value) => ({
    value: String(value),
    label: value === 0 ? "Forever" : value === 1 ? "1 month" : `${value} months`,
  }));
}

/** What a role lets one do, as the end of a sentence. */
export const ROLE_SENTENCES: Readonly<Record<Role, string>> = {
  viewer: "a viewer: you see codes, pages and analytics",
  editor: "an editor: you create and edit codes, pages and campaigns",
  admin: "an admin: you also manage people, keys and integrations",
  owner: "an owner: you may do everything",
};
