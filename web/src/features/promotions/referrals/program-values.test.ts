import { expect, test } from "vitest";
import type { ReferralProgram } from "@/features/promotions/referrals/api/referrals";
import { problemsOf, programOf, valuesOf } from "@/features/promotions/referrals/program-values";

const PROGRAM: ReferralProgram = {
  is_active: true,
  codes_for: "everyone",
  actions: ["submit"],
  friend_reward: { kind: "reward", amount: 1, reward_id: "rwd_1" },
  referrer_reward: { kind: "points", amount: 50, reward_id: null },
  upper_amounts: [10, 5],
  days_to_act: 30,
  cap_total: null,
  cap_count: 5,
  cap_days: 30,
  daily_limit: 10,
  words: { de: { heading: "Hallo", text: "" } },
  code_id: null,
};

test("a programme is unchanged after a round trip through the form, and an empty limit is left out", () => {
  expect({ ...programOf(valuesOf(PROGRAM)), cap_total: null }).toEqual(PROGRAM);
});

test("amounts for higher levels require points or stamps", () => {
  const values = { ...valuesOf(PROGRAM), referrer_reward: { kind: "none", amount: "50", reward_id: "" } as const };

  expect(programOf(values).upper_amounts).toEqual([]);
});

test("a value that is not a whole number is reported by its field", () => {
  const values = {
    ...valuesOf(PROGRAM),
    cap_count: "1,000",
    upper_amounts: "10, five",
    actions: [],
    referrer_reward: { kind: "points", amount: "", reward_id: "" } as const,
  };

  expect(Object.keys(problemsOf(values)).toSorted()).toEqual([
    "actions",
    "cap_count",
    "referrer_reward.amount",
    "upper_amounts",
  ]);
});
