import { expect, test } from "vitest";
import { stateOf } from "@/features/codes/codes/components/code-labels";

const NOW = Date.parse("2026-07-01T12:00:00Z");
const PLAIN = { state: "active", deleted_at: null, active_from: null, active_until: null } as const;

test("a code whose period has not begun or is over is not called active", () => {
  expect(stateOf(PLAIN, NOW)).toBe("active");
  expect(stateOf({ ...PLAIN, active_from: "2026-08-01T00:00:00Z" }, NOW)).toBe("planned");
  expect(stateOf({ ...PLAIN, active_until: "2026-07-01T12:00:00Z" }, NOW)).toBe("ended");
  expect(stateOf({ ...PLAIN, active_from: "2026-06-01T00:00:00Z", active_until: "2026-08-01T00:00:00Z" }, NOW)).toBe(
    "active",
  );
});

test("paused and deleted take precedence over the period", () => {
  const over = { ...PLAIN, active_until: "2026-01-01T00:00:00Z" };
  expect(stateOf({ ...over, state: "paused" }, NOW)).toBe("paused");
  expect(stateOf({ ...over, deleted_at: "2026-06-30T00:00:00Z" }, NOW)).toBe("deleted");
});
