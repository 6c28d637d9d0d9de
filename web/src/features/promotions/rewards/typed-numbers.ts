import { msg } from "@lingui/core/macro";
import { centsOf, placesOf } from "@/blocks/currencies";

/** What a field says when no whole number was typed. */
export const NO_WHOLE = msg`Enter a whole number, without separators`;
/** What a field says when no amount of money was typed. */
export const NO_MONEY = msg`Enter an amount like 4 or 4.50, without separators for thousands`;

/** The whole number that was typed, or NaN. With a separator it is none: 1,000 and 1.000 are one in some countries. */
export function wholeNumber(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : NaN;
}

/** The money that was typed, in the smallest unit of its currency, or NaN. */
export function cents(text: string, currency?: string | null): number {
  const [, decimals = ""] = /^\d+(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  const isMoney = /^\d+([.,]\d+)?$/.test(text.trim()) && decimals.length <= placesOf(currency);
  return isMoney ? centsOf(Number(text.trim().replace(",", ".")), currency) : NaN;
}
