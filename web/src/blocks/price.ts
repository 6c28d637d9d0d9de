import { amountOf, placesOf } from "@/blocks/currencies";
import { directionOf } from "@/blocks/direction";

const LEFT_TO_RIGHT = "\u200E";

/** Returns a price in the format of the page's language. Whole amounts have no decimals. */
export function priceText(cents: number, currency: string, language: string): string {
  const amount = amountOf(cents, currency);
  const whole = Number.isInteger(amount);
  try {
    const text = new Intl.NumberFormat(language, {
      style: "currency",
      currency,
      ...(whole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}),
    }).format(amount);
    // Without the mark, right-to-left text would separate the sign from its letters: "$US".
    return directionOf(language) === "rtl" ? text + LEFT_TO_RIGHT : text;
  } catch {
    return `${amount.toFixed(placesOf(currency))} ${currency}`;
  }
}
