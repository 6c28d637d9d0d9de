import { expect, test } from "vitest";
import { rulesInWords } from "@/features/codes/rules/rules-in-words";
import type { ConditionOption, Rule } from "@/features/codes/rules/types";

const COUNTRY: ConditionOption = {
  kind: "country",
  label: "Country",
  hint: "",
  input: "choices",
  operators: [{ value: "is", label: "is" }],
  choices: [{ value: "AT", label: "Austria" }],
  free: false,
};

test("a rule reads as a sentence: its conditions, and its outcome", () => {
  const rules = [
    {
      id: "r1",
      name: "",
      enabled: false,
      conditions: [{ kind: "country", op: "is", values: ["AT", "DE"] }],
      outcome: { type: "redirect", url: "https://harbor.example/at" },
    },
  ] as unknown as Rule[];

  const [rule] = rulesInWords(rules, [COUNTRY], "UTC");

  expect(rule?.name).toBe("Rule 1");
  expect(rule?.isOn).toBe(false);
  expect(rule?.conditions).toEqual(["Country is Austria, DE"]);
  expect(rule?.outcome).toBe("Redirects to https://harbor.example/at");
});
