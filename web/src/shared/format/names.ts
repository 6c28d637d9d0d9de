import { displayNames } from "@/shared/format/formatters";

/** The English name of a language; the tag itself if it is unknown. */
export function languageName(tag: string): string {
  return nameOf(tag, "language");
}

/** The English name of a country by its ISO code. */
export function countryName(code: string): string {
  return nameOf(code, "region");
}

/** The English name of a currency, preceded by its ISO 4217 code. */
export function currencyName(code: string): string {
  return `${code} – ${nameOf(code, "currency")}`;
}

function nameOf(code: string, type: "currency" | "language" | "region"): string {
  try {
    return displayNames("en", { type }).of(code) ?? code;
  } catch {
    return code;
  }
}
