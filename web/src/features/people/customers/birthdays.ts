interface Birthday {
  day: string;
  month: string;
  /** Empty if the year is unknown. */
  year: string;
}

/** Splits a birthday in the API's format into day, month and year: 1990-05-17, --05-17 without the year, or empty. */
export function partsOfBirthday(value: string): Birthday {
  const [, year = "", month = "", day = ""] = /^(\d{4}|-)-(\d\d)-(\d\d)$/.exec(value) ?? [];
  return { day: day.replace(/^0/, ""), month, year: year === "-" ? "" : year };
}

/** Returns the birthday in the API's format. The API rejects an incomplete one. */
export function birthdayOf({ day, month, year }: Birthday): string {
  return day === "" && month === "" && year === ""
    ? ""
    : `${year === "" ? "-" : year}-${month}-${day.padStart(2, "0")}`;
}
