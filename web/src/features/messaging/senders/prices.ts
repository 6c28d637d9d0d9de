const MILLION = 1_000_000;
const LINE = /^([A-Za-z]{2})\s+(\d{1,4}(?:\.\d{1,6})?)$/;

/** Prices as lines of country and amount. */
export function pricesText(prices: Readonly<Record<string, number>>): string {
  return Object.entries(prices)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([country, micros]) => `${country} ${micros / MILLION}`)
    .join("\n");
}

/** The prices of lines, in millionths; null if a line is none. */
export function pricesIn(text: string): Record<string, number> | null {
  const prices: Record<string, number> = {};
  for (const line of text.split("\n").map((one) => one.trim())) {
    if (line !== "") {
      const found = LINE.exec(line);
      if (found === null) {
        return null;
      }
      prices[(found[1] ?? "").toUpperCase()] = Math.round(Number(found[2]) * MILLION);
    }
  }
  return prices;
}
