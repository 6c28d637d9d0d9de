import { describe, expect, it } from "vitest";
import { draftsOf, moveItem, problemsOf, rulesOf } from "@/features/codes/rules/draft";
import type { Rule } from "@/features/codes/rules/types";
import { instantOf, wallClock } from "@/shared/format/zoned";

const RULES = [
  {
    id: "one",
    name: "Evenings",
    enabled: true,
    conditions: [
      { kind: "country", op: "is_not", values: ["GB"] },
      { kind: "distance", op: "is", latitude: 1.5, longitude: -2, km: 3 },
      { kind: "local_time", op: "is", weekdays: ["fri"], starts: "18:00", ends: "02:00", time_zone: null },
      { kind: "date_window", op: "is", starts: "2026-07-01T04:00:00.000Z", ends: null },
      { kind: "visit_number", op: "at_least", value: 2 },
      { kind: "stock", op: "at_most", subject_id: "abc", value: 0 },
      { kind: "query", op: "is", name: "table", values: ["7"] },
      { kind: "split", percent: 12.5, group: "test", sticky: true },
    ],
    outcome: { type: "redirect", url: "https://a.example/" },
  },
  { id: "two", name: "", enabled: false, conditions: [], outcome: { type: "refuse", message: "No" } },
] as Rule[];

describe("rules in the editor", () => {
  it("are unchanged after a round trip", () => {
    expect(rulesOf(draftsOf(RULES, "America/New_York"), "America/New_York")).toEqual(RULES);
  });

  it("show dates in the organisation's time zone", () => {
    expect(draftsOf(RULES, "America/New_York")[0]?.conditions[3]?.starts).toBe("2026-07-01T00:00");
  });

  it("move by one position and never out of the list", () => {
    expect(moveItem(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(moveItem(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
    expect(moveItem(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
  });

  it("show the server's errors next to the fields that they concern", () => {
    const problems = problemsOf({
      "rules.1.conditions.2.country.values": "is too short",
      "rules.1.outcome.redirect.url": "is missing",
      "rules.0": "a rule can have one split",
      name: "is missing",
    });
    expect(problems[1]).toEqual({ rule: [], url: "is missing", conditions: { 2: "is too short" } });
    expect(problems[0]?.rule).toEqual(["a rule can have one split"]);
  });
});

describe("clocks of a zone", () => {
  it.each([
    ["2026-07-01T12:30:00.000Z", "America/New_York", "2026-07-01T08:30"],
    ["2026-12-31T23:30:00.000Z", "Pacific/Auckland", "2027-01-01T12:30"],
  ])("show %s in %s as %s, and back", (iso, zone, wall) => {
    expect(wallClock(iso, zone)).toBe(wall);
    expect(instantOf(wall, zone)).toBe(iso);
  });
});
