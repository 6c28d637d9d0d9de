interface Birthday {
  day: string;
  month: string;
  /** Empty where it is not known. */
  year: string;
}

/** Day, month and year of a birthday as the API has it: 1990-05-17, --05-17 without the year, or empty. */
export function partsOfBirthday(value: string): Birthday {
  const [, year = "", month = "", day = ""] = /^(\d{4}|-)-(\d\d)-(\d\d)$/.exec(value) ?? [];
  return { day: day.replace(/^0/, ""), month, year: year === "-" ? "" : year };
}

/** The birthday as the API takes it; what is not one yet is refused there. */
export function birthdayOf({ day, month, year }: Birthday): string {
  return day === "" && month === "" && year === ""
    ? ""
    : `${year === "" ? "-" : year}-${month}-${day.padStart(2, "0")}`;
}
