import { msg, plural, t } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import type { Interval, Price } from "@/features/commerce/payment/api/payment";
import { formatCents, formatCount } from "@/shared/format/numbers";

export const PLAN_NAMES: Record<string, MessageDescriptor> = {
  free: msg`Free`,
  starter: msg`Starter`,
  growth: msg`Growth`,
  business: msg`Business`,
  "self-hosted": msg`Self-hosted`,
};

export const QUOTA_NAMES: Record<string, MessageDescriptor> = {
  codes: msg`Codes`,
  scans: msg`Scans this month`,
  messages: msg`Messages this month`,
  seats: msg`Members and open invitations`,
  domains: msg`Custom domains`,
  retention_months: msg`Months of history`,
};

/** Returns a quota as a line on the plan's card. */
export function quotaText(quota: string, allowed: number | null): string {
  const count = allowed === null ? t`Unlimited` : formatCount(allowed);
  const number = allowed ?? 0; // the plural of “unlimited” is that of zero
  switch (quota) {
    case "codes":
      return plural(number, { one: `${count} code`, other: `${count} codes` });
    case "scans":
      return plural(number, { one: `${count} scan a month`, other: `${count} scans a month` });
    case "messages":
      return plural(number, { one: `${count} message a month`, other: `${count} messages a month` });
    case "seats":
      return plural(number, { one: `${count} member`, other: `${count} members` });
    case "domains":
      return plural(number, { one: `${count} custom domain`, other: `${count} custom domains` });
    default:
      return plural(number, { one: `${count} month of history`, other: `${count} months of history` });
  }
}

/** Returns the price of an interval in a currency, or in its default one. */
export function priceText(price: Price, currency: string): string {
  const known = price.amounts[currency] === undefined ? price.currency : currency;
  return formatCents(price.amounts[known] ?? 0, known.toUpperCase());
}

export function perInterval(amount: string, interval: Interval): string {
  return interval === "month" ? t`${amount} a month` : t`${amount} a year`;
}

const INVOICE_STATES: Record<string, MessageDescriptor> = {
  draft: msg`Draft`,
  open: msg`Open`,
  paid: msg`Paid`,
  uncollectible: msg`Not collected`,
  void: msg`Void`,
};

export function invoiceState(state: string): string {
  const known = INVOICE_STATES[state];
  return known === undefined ? state : t(known);
}
