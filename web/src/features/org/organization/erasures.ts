import type { Erasure } from "@/features/org/organization/api/erasures";

/** How somebody may be named, as the call wants it. */
export const KNOWN_BY = [
  { value: "email", label: "Email", hint: "As they gave it in a form" },
  { value: "phone", label: "Phone", hint: "Best with its country code: +1 415 555 0100" },
  { value: "customer_id", label: "Customer id", hint: "As the report “Customers” names them" },
  {
    value: "visitor_id",
    label: "Visitor",
    hint: "The name that reports and events have, or the id of a file of events; the customer behind it, if any, stays",
  },
] as const;
export type KnownBy = (typeof KNOWN_BY)[number]["value"];

/** What to say of a name that cannot be right; null where it may be. */
export function problemOf(by: KnownBy, name: string): string | null {
  if (name === "") {
    return "Say who it is";
  }
  if (by === "email") {
    return /^\S+@\S+\.\S+$/.test(name) ? null : "This is no email address";
  }
  if (by === "phone") {
    return name.replace(/\D/g, "").length >= 5 ? null : "This is no phone number";
  }
  return /^[A-Za-z0-9_-]{8,64}$/.test(name) ? null : "An id has 8 to 64 letters, digits, _ or -";
}

/** A receipt in words: how much was erased, and of what. */
export function receiptOf({ receipt, state }: Pick<Erasure, "receipt" | "state">, locale = "en"): string {
  if (state !== "done") {
    return "";
  }
  const { rows, lake } = receipt as { rows?: Record<string, number>; lake?: { events?: number } };
  const parts: [number, string, string][] = [
    [Object.values(rows ?? {}).reduce((sum, one) => sum + one, 0), "record", "records"],
    [lake?.events ?? 0, "event", "events"],
    [countOf(receipt.pictures), "picture", "pictures"],
    [countOf(receipt.exports), "export", "exports"],
  ];
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => `${count.toLocaleString(locale)} ${count === 1 ? one : several}`);
  return said.length === 0 ? "Nothing was found" : said.join(", ");
}

function countOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
