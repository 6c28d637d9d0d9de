/** A price as the page's language writes it; whole amounts without cents. */
export function priceText(cents: number, currency: string, language: string): string {
  const whole = cents % 100 === 0;
  try {
    return new Intl.NumberFormat(language, {
      style: "currency",
      currency,
      ...(whole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}),
    }).format(cents / 100);
  } catch {
    return `${(cents / 100).toFixed(2)} ${currency}`;
  }
}
