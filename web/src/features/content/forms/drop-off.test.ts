import { expect, test } from "vitest";
import { dropOffOf } from "@/features/content/forms/drop-off";

const row = (form: string, field: string, opened: number, reached: number, submits: number, left_here: number) => ({
  form,
  field,
  opened,
  reached,
  submits,
  left_here,
});

test("the funnel of a form goes from seen to sent, with its questions in their order on the page", () => {
  const rows = [
    row("sign-up", "phone", 100, 40, 25, 15),
    row("sign-up", "email", 100, 60, 25, 20),
    row("other", "email", 900, 800, 700, 100),
    row("sign-up", "fax", 100, 1, 25, 0),
  ];

  const found = dropOffOf(rows, "sign-up", ["email", "phone"]);

  expect(found).toMatchObject({ seen: 100, started: 60, sent: 25 });
  expect(found?.steps.map((step) => [step.field, step.leftHere])).toEqual([
    ["email", 20],
    ["phone", 15],
    ["fax", 0],
  ]);
});

test("a form that nobody saw has no funnel", () => {
  expect(dropOffOf([row("other", "email", 1, 1, 1, 0)], "sign-up", [])).toBeNull();
});
