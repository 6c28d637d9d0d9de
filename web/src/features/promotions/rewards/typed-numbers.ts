import { msg } from "@lingui/core/macro";
import { centsOf, placesOf } from "@/blocks/currencies";

/** The error of a field without a whole number. */
export const NO_WHOLE = msg`Enter a whole number, without separators`;
/** The error of a field without a valid amount. */
export const NO_MONEY = msg`Enter an amount like 4 or 4.50, without separators for thousands`;

/**
 * Parses a whole number. Returns NaN for invalid input and for separators, because 1,000 and 1.000 mean one in some
 * countries.
 */
export function wholeNumber(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : NaN;
}

/** Parses an amount to the smallest unit of its currency. Returns NaN if it is invalid. */
export function cents(text: string, currency?: string | null): number {
  const [, decimals = ""] = /^\d+(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  const isMoney = /^\d+([.,]\d+)?$/.test(text.trim()) && decimals.length <= placesOf(currency);
  return isMoney ? centsOf(Number(text.trim().replace(",", ".")), currency) : NaN;
}
