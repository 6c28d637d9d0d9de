const MILLION = 1_000_000;
const AMOUNT = /^\d{1,3}(?:[.,]\d{1,6})?$/;

/** The price of a text message in a country, as typed. */
export interface PriceRow {
  key: number;
  /** ISO 3166-1 code, or empty while none is chosen. */
  country: string;
  amount: string;
}

/** Returns a row for each price, sorted by country. */
export function rowsOf(prices: Readonly<Record<string, number>>): PriceRow[] {
  return Object.entries(prices)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([country, micros], key) => ({ key, country, amount: decimal(micros) }));
}

/** Parses an amount to millionths of the currency. Null if it is invalid. */
export function microsOf(amount: string): number | null {
  const text = amount.trim();
  return AMOUNT.test(text) ? Math.round(Number(text.replace(",", ".")) * MILLION) : null;
}

/** Returns the prices of the rows, or null while one of them is incomplete. */
export function pricesOf(rows: readonly PriceRow[]): Record<string, number> | null {
  const prices: Record<string, number> = {};
  for (const { country, amount } of rows) {
    const micros = microsOf(amount);
    if (country === "" || micros === null) {
      return null;
    }
    prices[country] = micros;
  }
  return prices;
}

/** Formats without an exponent, which small numbers would otherwise get: 0.0000001. */
function decimal(micros: number): string {
  const [whole = "0", part = ""] = (micros / MILLION).toFixed(6).split(".");
  return part.replace(/0+$/, "") === "" ? whole : `${whole}.${part.replace(/0+$/, "")}`;
}
