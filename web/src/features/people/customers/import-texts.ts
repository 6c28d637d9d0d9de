import type { CustomerImport, Encoding, ImportProblem } from "@/features/people/customers/api/imports";

/** What a column can be matched with, beside custom fields. */
export const TARGETS = [
  ["email", "Email"],
  ["phone", "Phone"],
  ["first_name", "First name"],
  ["last_name", "Last name"],
  ["full_name", "Full name"],
  ["birthday", "Birthday"],
  ["language", "Language"],
  ["time_zone", "Time zone"],
  ["tags", "Tags"],
  ["owner", "Owner’s email"],
] as const;

const NAMES: Readonly<Record<string, string>> = { ...Object.fromEntries(TARGETS), row: "The row", fields: "Values" };

/** What is wrong with a row, as a sentence. */
export function problemText({ field, message }: Pick<ImportProblem, "field" | "message">): string {
  return `${NAMES[field] ?? field} ${message}.`;
}

export const STATES: Readonly<Record<CustomerImport["state"], string>> = {
  uploaded: "Not imported yet",
  checking: "Being checked",
  checked: "Not imported yet",
  running: "Being imported",
  done: "Imported",
  stopped: "Stopped",
  undoing: "Being undone",
  undone: "Undone",
  cancelled: "Discarded",
};

export const ENCODINGS: readonly (readonly [Encoding, string])[] = [
  ["utf-8", "Unicode (UTF-8)"],
  ["utf-16", "Unicode (UTF-16)"],
  ["windows-1252", "Western European"],
  ["windows-1250", "Central European"],
  ["windows-1251", "Cyrillic"],
  ["shift_jis", "Japanese (Shift JIS)"],
  ["gb18030", "Chinese (GB 18030)"],
];

/** A size as people say it. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) {
    return `${Math.max(1, Math.round(bytes / 1_000)).toLocaleString("en")} KB`;
  }
  return `${(bytes / 1_000_000).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
}

/** A number with its noun. */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
