import { expect, test } from "vitest";
import { familyOf } from "@/features/insights/analytics/events";

test("a use says what was done on the page, and every other event its family", () => {
  expect(familyOf({ type: "view", action: null })).toBe("View");
  expect(familyOf({ type: "use", action: "click" })).toBe("Click");
  expect(familyOf({ type: "use", action: "form" })).toBe("Step of a form");
  expect(familyOf({ type: "use", action: "something new" })).toBe("Use of a page");
  expect(familyOf({ type: "issue", action: null })).toBe("Issue");
});
