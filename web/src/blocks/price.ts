import { amountOf, placesOf } from "@/blocks/currencies";
import { directionOf } from "@/blocks/direction";

const LEFT_TO_RIGHT = "\u200E";

/** A price as the page's language writes it; whole amounts without cents. */
export function priceText(cents: number, currency: string, language: string): string {
  const amount = amountOf(cents, currency);
  const whole = Number.isInteger(amount);
  try {
    const text = new Intl.NumberFormat(language, {
      style: "currency",
      currency,
      ...(whole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}),
    }).format(amount);
    // A line from right to left would take the sign off the letters before it: "$US".
    return directionOf(language) === "rtl" ? text + LEFT_TO_RIGHT : text;
  } catch {
    return `${amount.toFixed(placesOf(currency))} ${currency}`;
  }
}
