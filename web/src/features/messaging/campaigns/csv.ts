import type { CampaignResults } from "@/features/messaging/campaigns/api/campaigns";

const RISKY = /^[=+\-@\t\r]/;

/** Returns the results as CSV (RFC 4180), with sections for versions and channels, hours, revenue and the effect. */
export function csvOf({ versions, hours, revenue, effect }: CampaignResults): string {
  return [rowsOf("versions", versions), rowsOf("hours", hours), rowsOf("revenue", revenue), rowsOf("effect", effect)]
    .filter((part) => part !== "")
    .join("\r\n\r\n");
}

function rowsOf(part: string, rows: readonly object[]): string {
  const first = rows[0];
  if (first === undefined) {
    return "";
  }
  const head = ["part", ...Object.keys(first)];
  return [head, ...rows.map((row) => [part, ...(Object.values(row) as unknown[])])]
    .map((cells) => cells.map(cellOf).join(","))
    .join("\r\n");
}

function cellOf(value: unknown): string {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  // Spreadsheets interpret such a beginning as a formula.
  const safe = typeof value === "string" && RISKY.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
