import type { SlipKind } from "@/features/content/slips/types";

/** What can be made, and what for. */
export const KINDS: readonly { kind: SlipKind; name: string; text: string }[] = [
  { kind: "coupon", name: "Coupon", text: "An offer to hand out, 140 × 65 mm" },
  { kind: "ticket", name: "Ticket", text: "Numbered event entry, 150 × 55 mm" },
  { kind: "table_tent", name: "Table tent", text: "Folded, two sides, 100 × 150 mm" },
  { kind: "receipt_insert", name: "Receipt insert", text: "Goes with the bill, 72 × 110 mm" },
];

/** How a kind is called. */
export function kindName(kind: SlipKind): string {
  return KINDS.find((it) => it.kind === kind)?.name ?? kind;
}
