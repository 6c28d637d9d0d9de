export type Part = "fields" | "general" | "look" | "barcode" | "when" | "languages";

const PARTS: Readonly<Record<string, Part>> = {
  fields: "fields",
  background: "look",
  foreground: "look",
  label_color: "look",
  pictures: "look",
  barcode: "barcode",
  expires_at: "when",
  periods: "when",
  places: "when",
  language: "languages",
  title_translations: "languages",
};

/** The part of the editor in which a content path is edited. */
export function partOf(path: string): Part {
  return PARTS[path.split(".")[0] ?? ""] ?? "general";
}
