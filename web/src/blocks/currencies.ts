/** Currencies whose smallest unit is not a hundredth, with their number of decimal places (ISO 4217). */
const PLACES: ReadonlyMap<string, number> = new Map([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" ").map((it) => [it, 0] as const),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((it) => [it, 3] as const),
]);

/** Returns the number of decimal places of a currency, or two if it is unknown. */
export function placesOf(currency: string | null | undefined): number {
  return PLACES.get(currency?.toUpperCase() ?? "") ?? 2;
}

/** Converts an amount in the smallest unit of its currency (“cents”) to the main unit. */
export function amountOf(cents: number, currency: string | null | undefined): number {
  return cents / 10 ** placesOf(currency);
}

/** Converts an amount in the main unit of its currency to the smallest unit. */
export function centsOf(amount: number, currency: string | null | undefined): number {
  return Math.round(amount * 10 ** placesOf(currency));
}
