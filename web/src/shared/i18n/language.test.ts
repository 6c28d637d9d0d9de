import { expect, test } from "vitest";
import { languageFor } from "@/shared/i18n/language";

test("the first language of a browser that the app is translated into is used, English otherwise", () => {
  expect(languageFor(["fr-CA", "de-CH", "en"], ["de", "es"])).toBe("de");
  expect(languageFor(["en-GB", "de"], ["de"])).toBe("en");
  expect(languageFor(["fr"], ["de"])).toBe("en");
  expect(languageFor([])).toBe("en");
});
