import { msg, plural, t } from "@lingui/core/macro";
import type { Erasure } from "@/features/org/organization/api/erasures";

/** The kinds of identifiers by which a person can be erased, as the API expects them. */
export const IDENTIFIER_KINDS = [
  { value: "email", label: msg`Email`, hint: msg`As entered in a form` },
  { value: "phone", label: msg`Phone`, hint: msg`Include the country code: +1 415 555 0100` },
  { value: "customer_id", label: msg`Customer ID`, hint: msg`As shown in the report “Customers”` },
  {
    value: "visitor_id",
    label: msg`Visitor`,
    hint: msg`The name in reports and events, or the ID in event files. A linked customer is kept`,
  },
] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number]["value"];

/** Returns the error of an identifier that cannot be valid, or null if it may be. */
export function problemOf(by: IdentifierKind, name: string): string | null {
  if (name === "") {
    return t`Enter an identifier`;
  }
  if (by === "email") {
    return /^\S+@\S+\.\S+$/.test(name) ? null : t`Enter a valid email address`;
  }
  if (by === "phone") {
    return name.replace(/\D/g, "").length >= 5 ? null : t`Enter a valid phone number`;
  }
  return /^[A-Za-z0-9_-]{8,64}$/.test(name) ? null : t`An ID has 8 to 64 letters, digits, _ or -`;
}

/** Describes a receipt: how much was erased, and of what. */
export function receiptOf({ receipt, state }: Pick<Erasure, "receipt" | "state">): string {
  if (state !== "done") {
    return "";
  }
  const { rows, lake } = receipt as { rows?: Record<string, number>; lake?: { events?: number } };
  const records = Object.values(rows ?? {}).reduce((sum, one) => sum + one, 0);
  const events = lake?.events ?? 0;
  const pictures = countOf(receipt.pictures);
  const exports = countOf(receipt.exports);
  const counts = [
    records > 0 && plural(records, { one: "# record", other: "# records" }),
    events > 0 && plural(events, { one: "# event", other: "# events" }),
    pictures > 0 && plural(pictures, { one: "# picture", other: "# pictures" }),
    exports > 0 && plural(exports, { one: "# export", other: "# exports" }),
  ].filter((text) => text !== false);
  return counts.length === 0 ? t`Nothing was found` : counts.join(", ");
}

function countOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
