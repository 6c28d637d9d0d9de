import { expect, test } from "vitest";
import { termsOf } from "@/features/promotions/promo-locks/batch-terms";
import type { LockOverview } from "@/features/promotions/promo-locks/types";
import { formatDateTime } from "@/shared/format/dates";

const ALWAYS = {
  starts_at: null,
  ends_at: null,
  latitude: null,
  longitude: null,
  radius_m: null,
} as LockOverview["batches"][number];

test("the validity of promo codes in time and place is described in the organisation's time zone", () => {
  const ends_at = "2027-12-31T23:30:00Z";
  const terms = termsOf({ ...ALWAYS, ends_at, latitude: 40.7033, longitude: -74.017, radius_m: 1500 }, "Asia/Kolkata");
  expect(terms).toBe(`until ${formatDateTime(ends_at, "Asia/Kolkata")} · within 1,500 m of 40.7033, -74.017`);
  expect(terms).toContain("2028");
});

test("no terms are shown for promo codes that are always valid everywhere", () => {
  expect(termsOf(ALWAYS, "UTC")).toBe("");
});
