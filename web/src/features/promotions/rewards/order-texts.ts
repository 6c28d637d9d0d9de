import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { Order, OrderStatus } from "@/features/promotions/rewards/api/orders";
import { amountText } from "@/features/promotions/rewards/reward-texts";
import { formatCents, formatCount } from "@/shared/format/numbers";

/** Labels of the statuses of an order. */
export const STATUSES: Record<OrderStatus, MessageDescriptor> = {
  paid: msg`Paid`,
  partly_refunded: msg`Partly refunded`,
  refunded: msg`Refunded`,
};

/** Returns the status of an order. */
export function statusOf({
  amount_cents,
  refunded_cents,
}: Pick<Order, "amount_cents" | "refunded_cents">): OrderStatus {
  return refunded_cents === 0 ? "paid" : refunded_cents < amount_cents ? "partly_refunded" : "refunded";
}

/** Returns the amount of an order that is not refunded, in the smallest unit of its currency. */
export function leftOf({ amount_cents, refunded_cents }: Pick<Order, "amount_cents" | "refunded_cents">): number {
  return amount_cents - refunded_cents;
}

/** Describes what an order earned, and how much of it refunds took back. */
export function earnedText({ earned, refunds }: Pick<Order, "earned" | "refunds">): string {
  const texts = (["points", "stamps"] as const).flatMap((unit) => {
    const given = earned.filter((one) => one.unit === unit).reduce((sum, one) => sum + one.amount, 0);
    const back = refunds.reduce((sum, one) => sum + (unit === "points" ? one.points_taken : one.stamps_taken), 0);
    if (given === 0) {
      return [];
    }
    return [back === 0 ? amountText(given, unit) : t`${amountText(given, unit)}, ${formatCount(back)} taken back`];
  });
  return texts.join(" · ");
}

/**
 * Describes the points and stamps that refunds could not take back because they had been spent or had expired. Null if
 * there are none.
 */
export function shortText({ refunds }: Pick<Order, "refunds">): string | null {
  const points = refunds.reduce((sum, one) => sum + one.points_short, 0);
  const stamps = refunds.reduce((sum, one) => sum + one.stamps_short, 0);
  const missing = [points > 0 ? amountText(points, "points") : null, stamps > 0 ? amountText(stamps, "stamps") : null];
  const text = missing.filter((it) => it !== null).join(", ");
  return text === "" ? null : t`Spent already: ${text}`;
}

/** Formats the amount of an order, and how much of it was refunded. */
export function moneyText({ amount_cents, refunded_cents, currency }: Order): string {
  const paid = formatCents(amount_cents, currency);
  return refunded_cents === 0 ? paid : t`${paid}, ${formatCents(refunded_cents, currency)} refunded`;
}
