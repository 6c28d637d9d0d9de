import { expect, test } from "vitest";
import { audienceInWords } from "@/features/content/pages/editor/audience-settings";

test("an audience is described in one line", () => {
  expect(audienceInWords({}, "UTC")).toBe("Everyone");
  expect(audienceInWords({ for_devices: [], for_visitors: null }, "UTC")).toBe("Everyone");
  expect(audienceInWords({ for_visitors: "returning", for_devices: ["phone", "tv"] }, "UTC")).toBe(
    "Only: returning visitors, Phones or Televisions",
  );
  expect(audienceInWords({ for_languages: ["de", "eo"], shown_until: "2026-06-01T12:00:00Z" }, "Europe/Berlin")).toBe(
    "Only: German or eo, until Jun 1, 2026, 2:00 PM",
  );
});
