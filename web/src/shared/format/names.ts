import { displayNames } from "@/shared/format/formatters";

/** A language in English; the tag itself where it is not known. */
export function languageName(tag: string): string {
  return nameOf(tag, "language");
}

/** A country in English by its ISO code. */
export function countryName(code: string): string {
  return nameOf(code, "region");
}

function nameOf(code: string, type: "language" | "region"): string {
  try {
    return displayNames("en", { type }).of(code) ?? code;
  } catch {
    return code;
  }
}
