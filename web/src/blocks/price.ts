import { directionOf } from "@/blocks/direction";

const LEFT_TO_RIGHT = "\u200E";

/** A price as the page's language writes it; whole amounts without cents. */
export function priceText(cents: number, currency: string, language: string): string {
  const whole = cents % 100 === 0;
  try {
    const text = new Intl.NumberFormat(language, {
      style: "currency",
      currency,
      ...(whole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}),
    }).format(cents / 100);
    // A line from right to left would take the sign off the letters before it: "$US".
    return directionOf(language) === "rtl" ? text + LEFT_TO_RIGHT : text;
  } catch {
    return `${(cents / 100).toFixed(2)} ${currency}`;
  }
}
