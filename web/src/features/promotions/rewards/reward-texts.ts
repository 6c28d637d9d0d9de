import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import type { LoyaltyCard, Movement, Reward, Unit } from "@/features/promotions/rewards/api/rewards";
import { formatCount } from "@/shared/format/numbers";

/** Formats a number of points or stamps. */
export function amountText(amount: number, unit: Unit): string {
  return unit === "points"
    ? plural(amount, { one: "# point", other: "# points" })
    : plural(amount, { one: "# stamp", other: "# stamps" });
}

/** Formats the price of a reward. */
export function priceText({ price, unit }: Pick<Reward, "price" | "unit">): string {
  return price === 0 ? t`Free` : amountText(price, unit);
}

/** Describes how many are left, and how many were taken. */
export function stockText({ stock, taken, codes_left }: Pick<Reward, "stock" | "taken" | "codes_left">): string {
  const used = t`${formatCount(taken)} taken`;
  const limits = [stock === null ? null : Math.max(0, stock - taken), codes_left].filter((it) => it !== null);
  return limits.length === 0 ? used : t`${formatCount(Math.min(...limits))} left, ${used}`;
}

/** Returns whether a reward is scheduled, active or ended at a moment. */
export function windowState({ starts_at, ends_at }: Pick<Reward, "starts_at" | "ends_at">, now = new Date()) {
  if (ends_at !== null && new Date(ends_at) <= now) {
    return "ended";
  }
  return starts_at !== null && new Date(starts_at) > now ? "scheduled" : "active";
}

type Reason = NonNullable<LoyaltyCard["rewards"][number]["reason"]>;

/** Labels of the reasons why a customer cannot get a reward now. */
export const REASONS: Record<Reason, MessageDescriptor> = {
  balance: msg`Balance too low`,
  here: msg`Only at some places`,
  not_yet: msg`Not yet`,
  over: msg`Over`,
  person: msg`Limit reached`,
  stock: msg`None left`,
  tier: msg`For another tier`,
};

/** Labels of movements. */
export const MOVEMENTS: Record<Movement["reason"], MessageDescriptor> = {
  correction: msg`Correction`,
  earned: msg`Earned`,
  given: msg`Given`,
  redeem: msg`Redeemed`,
  refund: msg`Taken back after a refund`,
  undo: msg`Undone`,
  undo_redeem: msg`Redemption undone`,
};

/** A customer number: eight letters and digits, usually after a C. */
const CUSTOMER_NUMBER = /^c?[2-9a-hjkmnp-z]{8}$/i;

/** Identifies a customer by a typed or scanned text: a signed code, a card, an address, a phone or customer number. */
export function whoIn(text: string) {
  const typed = text.trim();
  const card = /card_[A-Za-z0-9]{22}/.exec(typed);
  if (typed.startsWith("WPC1.")) {
    return { signed_code: typed };
  }
  if (card !== null) {
    return { swapt_card_id: card[0] };
  }
  const compact = typed.replace(/[\s-]/g, "");
  if (CUSTOMER_NUMBER.test(compact) && /[a-z]/i.test(compact)) {
    return { customer_number: typed };
  }
  return typed.includes("@") ? { email: typed } : { phone: typed };
}

/** Whether a text names a card, so that it cannot be the barcode of a pass. */
export function namesCard(text: string): boolean {
  const who = whoIn(text);
  return who.signed_code !== undefined || who.swapt_card_id !== undefined;
}

/** Whether a customer can have this address, phone or customer number. */
export function mayBeCustomer(text: string): boolean {
  return whoIn(text).phone === undefined || /^[+\d\s()./-]{5,20}$/.test(text.trim());
}
