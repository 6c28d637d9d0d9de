const MOMENT: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
};

/** English dates are written as the server writes them: day before month. */
const localeOf = (language: string) => (language === "en" ? "en-GB" : language);

/** Formats a moment in the UTC offset that its text contains, so that a server in UTC shows the owner's time. */
function written(moment: string, language: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) {
    return "";
  }
  const timeZone = /[+-]\d{2}:\d{2}$/.exec(moment)?.[0] ?? "UTC";
  try {
    return new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone }).format(date);
  } catch {
    // Browsers before 2023 do not accept offsets as time zones.
    return new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: "UTC" }).format(date);
  }
}

/** Returns a day in the format of the page's language, or an empty string for an invalid date. */
export function dayText(moment: string, language: string): string {
  return written(moment, language, { dateStyle: "long" });
}

/**
 * Returns a day and time in the format of the page's language, with the name of the zone, or an empty string for an
 * invalid date.
 */
export function momentText(moment: string, language: string): string {
  return written(moment, language, MOMENT);
}
