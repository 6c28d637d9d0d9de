/** Formatters are cached: creating one costs a hundred times as much as using it, and a screen uses hundreds. */
const cache = new Map<string, unknown>();

function cached<Formatter>(
  name: string,
  locale: string | undefined,
  options: object | undefined,
  make: () => Formatter,
): Formatter {
  const key = `${name} ${locale ?? ""} ${JSON.stringify(options)}`;
  const hit = cache.get(key) as Formatter | undefined;
  if (hit !== undefined) {
    return hit;
  }
  const formatter = make();
  cache.set(key, formatter);
  return formatter;
}

/** The formatter of numbers for a locale and options. */
export function numberFormat(locale: string | undefined, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return cached("number", locale, options, () => new Intl.NumberFormat(locale, options));
}

/** The formatter of dates for a locale and options. */
export function dateFormat(locale: string | undefined, options?: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return cached("date", locale, options, () => new Intl.DateTimeFormat(locale, options));
}

/** Names of countries, languages and the like for a locale. */
export function displayNames(locale: string, options: Intl.DisplayNamesOptions): Intl.DisplayNames {
  return cached("names", locale, options, () => new Intl.DisplayNames(locale, options));
}
