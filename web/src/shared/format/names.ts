import { displayNames } from "@/shared/format/formatters";

/** A language in English; the tag itself where it is not known. */
export function languageName(tag: string): string {
  return nameOf(tag, "language");
}

/** A country in English by its ISO code. */
export function countryName(code: string): string {
  return nameOf(code, "region");
}

/** A currency in English, its ISO 4217 code first. */
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
