import { expect, test } from "vitest";
import { formsOf } from "@/features/insights/analytics/form-steps";

const row = (form: string, field: string, reached: number, answered: number) => ({
  form,
  field,
  opened: 9,
  submits: 3,
  reached,
  filled: answered,
  answered,
  left_here: 1,
  drop_off_share: 1 - answered / reached,
});

test("rows become forms with their fields, the most reached one first", () => {
  const [first, second] = formsOf([row("sign-up", "email", 4, 3), row("", "note", 1, 1), row("sign-up", "name", 8, 2)]);

  expect(first).toMatchObject({ form: "sign-up", opened: 9, sent: 3 });
  expect(first?.fields.map(({ name, reached, lost }) => [name, reached, lost])).toEqual([
    ["name", 8, 0.75],
    ["email", 4, 0.25],
  ]);
  expect(second?.fields).toHaveLength(1);
});
