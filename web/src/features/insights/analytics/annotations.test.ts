import { describe, expect, it } from "vitest";
import { marksOf, subjectOf, textOf } from "@/features/insights/analytics/annotations";
import type { Annotation } from "@/features/insights/analytics/api/annotations";

const DAYS = ["2026-06-01T00:00:00-04:00", "2026-06-02T00:00:00-04:00", "2026-06-03T00:00:00-04:00"];

function annotation(changes: Partial<Annotation>): Annotation {
  return {
    annotation_id: "ann_1",
    kind: "note",
    code_id: null,
    code_name: null,
    codes: 0,
    starts_at: "2026-06-02T15:00:00Z",
    ends_at: null,
    text: "Festival",
    before: null,
    after: null,
    leads_to: null,
    author: null,
    version: 1,
    ...changes,
  };
}

describe("annotations", () => {
  it("are placed at the point of the series that contains them", () => {
    const [mark] = marksOf(DAYS, [annotation({}), annotation({ text: "Rain", starts_at: "2026-06-03T03:59:00Z" })]);

    expect(mark).toEqual({ from: DAYS[1], to: DAYS[1], texts: ["All codes: Festival", "All codes: Rain"] });
  });

  it("cover the points of their period, cut off at the ends of the series", () => {
    const span = { starts_at: "2026-05-01T00:00:00Z", ends_at: "2026-06-02T04:00:00Z" };

    expect(marksOf(DAYS, [annotation(span)])).toMatchObject([{ from: DAYS[0], to: DAYS[0] }]);
    expect(marksOf(DAYS, [annotation({ ...span, ends_at: "2026-09-01T00:00:00Z" })])).toMatchObject([
      { from: DAYS[0], to: DAYS[2] },
    ]);
    expect(marksOf([], [annotation({})])).toEqual([]);
  });

  it("describe in words what an edit changed", () => {
    expect(textOf(annotation({ kind: "destination", after: "https://harbor.example/new/" }))).toBe(
      "New destination: harbor.example/new",
    );
    const wall = { kind: "destination", after: "/wall/wall_7X/" } as const;
    expect(textOf(annotation({ ...wall, leads_to: { kind: "wall", name: "Summer" } }))).toBe(
      "New destination: “Summer”",
    );
    expect(textOf(annotation({ ...wall, leads_to: { kind: "page", name: null } }))).toBe("New destination: a page");
    expect(textOf(annotation({ kind: "moved", after: "Stores" }))).toBe("Moved to Stores");
    expect(textOf(annotation({ kind: "rules", before: "0", after: "2" }))).toBe("Rules changed: 0 before, now 2");
    expect(subjectOf(annotation({ codes: 7 }))).toBe("7 codes");
    expect(subjectOf(annotation({ codes: 1, code_name: "Menu" }))).toBe("Menu");
  });
});
