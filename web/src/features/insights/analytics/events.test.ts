import { expect, test } from "vitest";
import { familyOf } from "@/features/insights/analytics/events";

test("a use is named after the action on the page, and every other event after its family", () => {
  expect(familyOf({ type: "view", action: null })).toBe("View");
  expect(familyOf({ type: "use", action: "click" })).toBe("Click");
  expect(familyOf({ type: "use", action: "form" })).toBe("Form step");
  expect(familyOf({ type: "use", action: "something new" })).toBe("Page interaction");
  expect(familyOf({ type: "issue", action: null })).toBe("Issue");
});
