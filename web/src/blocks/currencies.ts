/** Currencies whose smallest unit is no hundredth, with the decimal places that they have (ISO 4217). */
const PLACES: ReadonlyMap<string, number> = new Map([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" ").map((it) => [it, 0] as const),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((it) => [it, 3] as const),
]);

/** How many decimal places amounts of a currency have; two where it is not known. */
export function placesOf(currency: string | null | undefined): number {
  return PLACES.get(currency?.toUpperCase() ?? "") ?? 2;
}

/** An amount that is kept in the smallest unit of its currency (“cents”), as people say it. */
export function amountOf(cents: number, currency: string | null | undefined): number {
  return cents / 10 ** placesOf(currency);
}

/** An amount as people say it, in the smallest unit of its currency. */
export function centsOf(amount: number, currency: string | null | undefined): number {
  return Math.round(amount * 10 ** placesOf(currency));
}
