import type { Erasure } from "@/features/org/organization/api/erasures";

/** How somebody may be named, as the call wants it. */
export const IDENTIFIER_KINDS = [
  { value: "email", label: "Email", hint: "As entered in a form" },
  { value: "phone", label: "Phone", hint: "Include the country code: +1 415 555 0100" },
  { value: "customer_id", label: "Customer ID", hint: "As shown in the report “Customers”" },
  {
    value: "visitor_id",
    label: "Visitor",
    hint: "The name in reports and events, or the ID in event files. A linked customer is kept",
  },
] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number]["value"];

/** What to say of a name that cannot be right; null where it may be. */
export function problemOf(by: IdentifierKind, name: string): string | null {
  if (name === "") {
    return "Enter an identifier";
  }
  if (by === "email") {
    return /^\S+@\S+\.\S+$/.test(name) ? null : "Enter a valid email address";
  }
  if (by === "phone") {
    return name.replace(/\D/g, "").length >= 5 ? null : "Enter a valid phone number";
  }
  return /^[A-Za-z0-9_-]{8,64}$/.test(name) ? null : "An ID has 8 to 64 letters, digits, _ or -";
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
  const counts = parts
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => `${count.toLocaleString(locale)} ${count === 1 ? one : several}`);
  return counts.length === 0 ? "Nothing was found" : counts.join(", ");
}

function countOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
