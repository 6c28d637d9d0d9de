import { expect, test } from "vitest";
import { draftOf, emptyDraft, newLeaf, rulesOf } from "@/features/people/segments/draft";

test("rules stay the same when they are opened in the editor", () => {
  const rules = {
    kind: "not" as const,
    conditions: [
      { kind: "tag" as const, op: "is" as const, values: ["vip"] },
      { kind: "any" as const, conditions: [{ kind: "recency" as const, op: "at_most" as const, days: 3 }] },
    ],
  };

  expect(rulesOf(draftOf(rules))).toEqual(rules);
});

test("rules are not counted while a condition has no values", () => {
  const draft = emptyDraft();

  expect(rulesOf(draft)?.conditions).toHaveLength(1);
  expect(rulesOf({ ...draft, parts: [...draft.parts, newLeaf("language")] })).toBeNull();
  expect(rulesOf({ ...draft, parts: [] })).toBeNull();
});

test.each([
  { kind: "behaviour" as const, times: 1_000_001 },
  { kind: "behaviour" as const, times: 1.5 },
  { kind: "behaviour" as const, times: 1, within: { last_days: 0 } },
  { kind: "frequency" as const, days: 3_651 },
  { kind: "value" as const, amount_cents: 0 },
  { kind: "recency" as const, days: -1 },
  { kind: "age" as const, years: 121 },
  { kind: "birthday" as const, days: 367 },
  { kind: "created" as const, within: { first_day: "2026-05-02", last_day: "2026-05-01" } },
  { kind: "created" as const, within: { first_day: "0202-05-02" } },
])("rules are not counted while a number or day is out of bounds: %j", (leaf) => {
  expect(rulesOf({ ...emptyDraft(), parts: [{ key: "part", leaf }] })).toBeNull();
});

test("rules with a number out of range are not counted", () => {
  const leaves = [
    { kind: "behaviour" as const, times: 1_000_000, within: { last_days: 3_650 } },
    { kind: "value" as const, op: "at_most" as const, amount_cents: 0, within: {} },
    { kind: "created" as const, within: { first_day: "2026-05-01", last_day: "2026-05-01" } },
  ];

  expect(rulesOf({ ...emptyDraft(), parts: leaves.map((leaf) => ({ key: leaf.kind, leaf })) })).not.toBeNull();
});
