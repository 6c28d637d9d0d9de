import { expect, test } from "vitest";
import { birthdayOf, partsOfBirthday } from "@/features/people/customers/birthdays";

test.each(["1990-05-17", "--02-29", "2001-12-01", ""])("%s is the same once taken apart", (value) => {
  expect(birthdayOf(partsOfBirthday(value))).toBe(value);
});

test("an incomplete birthday is sent as it is, so that it is rejected and not lost", () => {
  expect(birthdayOf({ day: "7", month: "", year: "" })).toBe("---07");
});
