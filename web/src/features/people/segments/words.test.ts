import { expect, test } from "vitest";
import type { Leaf } from "@/features/people/segments/api/segments";
import { linesOf } from "@/features/people/segments/words";

const NAMES = { segments: new Map(), places: new Map([["code_1", "Window"]]), fields: [], currency: "EUR" };

const sentenceOf = (leaf: Leaf) => linesOf({ kind: "all", conditions: [leaf] }, NAMES)[0];

test.each<[Leaf, string]>([
  [{ kind: "behaviour", act: "scan" }, "Scanned a code"],
  [{ kind: "behaviour", act: "redemption", op: "is_not" }, "Did not redeem anything"],
  [{ kind: "behaviour", act: "submit", times: 3 }, "Sent a form at least 3 times"],
  [{ kind: "behaviour", act: "vote", times: 3, op: "is_not" }, "Voted fewer than 3 times"],
  [{ kind: "frequency", act: "any", days: 1 }, "Was active on at least 1 day"],
  [{ kind: "frequency", act: "order", days: 4, op: "at_most" }, "Ordered on at most 4 days"],
  [{ kind: "recency", days: 1, op: "at_most" }, "Last active at most 1 day ago"],
  [
    { kind: "behaviour", act: "scan", codes: ["code_1"], within: { last_days: 30 } },
    "Scanned a code at Window in the last 30 days",
  ],
  [{ kind: "value", amount_cents: 5000, codes: ["code_1"] }, "Orders total at least 50.00 at Window"],
  [{ kind: "created", within: { first_day: "2026-01-01" } }, "Became a customer on or after 2026-01-01"],
])("a condition is a whole sentence", (leaf, sentence) => {
  expect(sentenceOf(leaf)).toBe(sentence);
});

test("amounts have the decimals of the organisation's currency", () => {
  const rules = { kind: "all" as const, conditions: [{ kind: "value" as const, amount_cents: 5000 }] };

  expect(linesOf(rules, { ...NAMES, currency: "JPY" })).toEqual(["Orders total at least 5,000"]);
  expect(linesOf(rules, { ...NAMES, currency: "KWD" })).toEqual(["Orders total at least 5.000"]);
});
