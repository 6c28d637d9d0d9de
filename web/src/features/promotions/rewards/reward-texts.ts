import type { LoyaltyCard, Movement, Reward, Unit } from "@/features/promotions/rewards/api/rewards";

/** A number of points or stamps in words. */
export function amountText(amount: number, unit: Unit): string {
  const one = unit === "points" ? "point" : "stamp";
  return `${amount.toLocaleString("en")} ${Math.abs(amount) === 1 ? one : `${one}s`}`;
}

/** What a reward costs. */
export function priceText({ price, unit }: Pick<Reward, "price" | "unit">): string {
  return price === 0 ? "Free" : amountText(price, unit);
}

/** How many are left, and how many were taken. */
export function stockText({ stock, taken }: Pick<Reward, "stock" | "taken">): string {
  const used = `${taken.toLocaleString("en")} taken`;
  return stock === null ? used : `${Math.max(0, stock - taken).toLocaleString("en")} left, ${used}`;
}

/** Whether a reward can be had at a moment, by its window. */
export function windowState({ starts_at, ends_at }: Pick<Reward, "starts_at" | "ends_at">, now: Date) {
  if (ends_at !== null && new Date(ends_at) <= now) {
    return "ended";
  }
  return starts_at !== null && new Date(starts_at) > now ? "scheduled" : "active";
}

type Reason = NonNullable<LoyaltyCard["rewards"][number]["reason"]>;

/** Why a customer cannot take a reward now. */
export const REASONS: Record<Reason, string> = {
  balance: "Balance too low",
  here: "Only at some places",
  not_yet: "Not yet",
  over: "Over",
  person: "Taken as often as allowed",
  stock: "None left",
  tier: "For another tier",
};

/** What a movement was. */
export const MOVEMENTS: Record<Movement["reason"], string> = {
  correction: "Correction",
  given: "Given",
  redeem: "Redeemed",
  undo: "Undone",
  undo_redeem: "Redemption undone",
};

/** A customer's own number: eight letters and digits, mostly after a C. */
const CUSTOMER_NUMBER = /^c?[2-9a-hjkmnp-z]{8}$/i;

/** What was typed or scanned to find a customer: a signed code, a card, an address, a phone or customer number. */
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
