import { expect, test } from "vitest";
import { draftOf, emptyDraft, newLeaf, rulesOf } from "@/features/people/segments/draft";

test("rules are the same after they were opened in the editor", () => {
  const rules = {
    kind: "not" as const,
    conditions: [
      { kind: "tag" as const, op: "is" as const, values: ["vip"] },
      { kind: "any" as const, conditions: [{ kind: "recency" as const, op: "at_most" as const, days: 3 }] },
    ],
  };

  expect(rulesOf(draftOf(rules))).toEqual(rules);
});

test("rules are not counted while a condition lacks its values", () => {
  const draft = emptyDraft();

  expect(rulesOf(draft)?.conditions).toHaveLength(1);
  expect(rulesOf({ ...draft, parts: [...draft.parts, newLeaf("language")] })).toBeNull();
  expect(rulesOf({ ...draft, parts: [] })).toBeNull();
});
