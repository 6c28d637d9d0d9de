import { expect, test } from "vitest";
import { formatChoices, formatList } from "@/shared/format/lists";

test("parts are listed as in a sentence", () => {
  expect(formatList(["rules"])).toBe("rules");
  expect(formatList(["rules", "dates"])).toBe("rules and dates");
  expect(formatList(["rules", "dates", "limits"])).toBe("rules, dates and limits");
  expect(formatChoices(["country", "city"])).toBe("country or city");
});
