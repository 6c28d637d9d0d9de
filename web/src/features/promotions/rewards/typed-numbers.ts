import { msg } from "@lingui/core/macro";

/** What a field says when no whole number was typed. */
export const NO_WHOLE = msg`Enter a whole number, without separators`;
/** What a field says when no amount of money was typed. */
export const NO_MONEY = msg`Enter an amount like 4 or 4.50, without separators for thousands`;

/** The whole number that was typed, or NaN. With a separator it is none: 1,000 and 1.000 are one in some countries. */
export function wholeNumber(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : NaN;
}

/** The money that was typed, in cents, or NaN. */
export function cents(text: string): number {
  const typed = text.trim();
  return /^\d+([.,]\d{1,2})?$/.test(typed) ? Math.round(Number(typed.replace(",", ".")) * 100) : NaN;
}
