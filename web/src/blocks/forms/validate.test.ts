import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { firstFieldProblem } from "@/blocks/forms/first-field";
import { validate } from "@/blocks/forms/validate";
import type { Field } from "@/blocks/types";
import { wordsIn } from "@/blocks/words";

interface Vectors {
  messages: Record<string, string>;
  cases: { title: string; fields: Field[]; answers: Record<string, unknown>; errors: Record<string, string> }[];
  beginnings: { title: string; fields: Field[]; place: string | null }[];
}

const VECTORS = JSON.parse(readFileSync("tests/contracts/form_vectors.json", "utf8")) as Vectors;

describe("answers to a form", () => {
  it.each(VECTORS.cases)("$title", ({ fields, answers, errors }) => {
    expect(validate(fields, answers).errors).toEqual(errors);
  });

  it.each(VECTORS.beginnings)("form begins: $title", ({ fields, place }) => {
    expect(firstFieldProblem(fields)).toBe(place);
  });

  it("uses the same error codes as the server", () => {
    expect(wordsIn("en")).toMatchObject(VECTORS.messages);
  });

  it("returns the fields whose condition is met", () => {
    const fields: Field[] = [
      { name: "kind", input_display_name: "Kind", input_type: "select", options: ["A", "B"] },
      { name: "why", input_display_name: "Why", input_type: "text", show_if: { field: "kind", equals: "B" } },
    ];

    expect([...validate(fields, { kind: "A" }).shown]).toEqual(["kind"]);
    expect([...validate(fields, { kind: "B" }).shown]).toEqual(["kind", "why"]);
  });
});
