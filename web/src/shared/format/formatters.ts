/** Formatters are kept: making one costs a hundred times what its use does, and a screen uses hundreds. */
const kept = new Map<string, unknown>();

function keptAs<Formatter>(
  name: string,
  locale: string | undefined,
  options: object | undefined,
  make: () => Formatter,
): Formatter {
  const key = `${name} ${locale ?? ""} ${JSON.stringify(options)}`;
  const known = kept.get(key) as Formatter | undefined;
  if (known !== undefined) {
    return known;
  }
  const made = make();
  kept.set(key, made);
  return made;
}

/** The formatter of numbers for a locale and options. */
export function numberFormat(locale: string | undefined, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return keptAs("number", locale, options, () => new Intl.NumberFormat(locale, options));
}

/** The formatter of dates for a locale and options. */
export function dateFormat(locale: string | undefined, options?: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return keptAs("date", locale, options, () => new Intl.DateTimeFormat(locale, options));
}

/** Names of countries, languages and the like for a locale. */
export function displayNames(locale: string, options: Intl.DisplayNamesOptions): Intl.DisplayNames {
  return keptAs("names", locale, options, () => new Intl.DisplayNames(locale, options));
}
