const MOMENT: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
};

/** English is written as the server writes it: day before month. */
const localeOf = (language: string) => (language === "en" ? "en-GB" : language);

/** Written in the offset that the text itself names, so that a server in UTC shows the owner's time. */
function written(moment: string, language: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) {
    return "";
  }
  const timeZone = /[+-]\d{2}:\d{2}$/.exec(moment)?.[0] ?? "UTC";
  try {
    return new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone }).format(date);
  } catch {
    // Browsers before 2023 know no offsets as zones.
    return new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: "UTC" }).format(date);
  }
}

/** A day as the page's language writes it; empty for what is no date. */
export function dayText(moment: string, language: string): string {
  return written(moment, language, { dateStyle: "long" });
}

/** A day and time as the page's language writes it, with the name of its zone; empty for what is no date. */
export function momentText(moment: string, language: string): string {
  return written(moment, language, MOMENT);
}
