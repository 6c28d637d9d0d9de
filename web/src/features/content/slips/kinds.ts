import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { SlipKind } from "@/features/content/slips/types";

/** The kinds of slips, and what each is for. */
export const KINDS: readonly { kind: SlipKind; name: MessageDescriptor; text: MessageDescriptor }[] = [
  { kind: "coupon", name: msg`Coupon`, text: msg`An offer to hand out, 140 × 65 mm` },
  { kind: "ticket", name: msg`Ticket`, text: msg`Numbered event entry, 150 × 55 mm` },
  { kind: "table_tent", name: msg`Table tent`, text: msg`Folded, two sides, 100 × 150 mm` },
  { kind: "receipt_insert", name: msg`Receipt insert`, text: msg`Goes with the bill, 72 × 110 mm` },
];

/** Returns the label of a kind. */
export function kindName(kind: SlipKind): string {
  const known = KINDS.find((it) => it.kind === kind);
  return known === undefined ? kind : t(known.name);
}
