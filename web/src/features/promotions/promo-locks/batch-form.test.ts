import { describe, expect, it } from "vitest";
import { batchOf, batchSchema, EMPTY_BATCH, linesOf } from "@/features/promotions/promo-locks/batch-form";

const NEW_YORK = "America/New_York";

function problems(changes: Partial<typeof EMPTY_BATCH>): string[] {
  const parsed = batchSchema.safeParse({ ...EMPTY_BATCH, ...changes });
  return parsed.success ? [] : parsed.error.issues.map((issue) => String(issue.path[0]));
}

describe("new promo codes", () => {
  it("are one hundred for one use each by default", () => {
    expect(problems({})).toEqual([]);
    expect(batchOf(EMPTY_BATCH, NEW_YORK)).toEqual({ amount: 100, prefix: "", max_uses: 1, uses_per_customer: 1 });
  });

  it("are valid until the end of the last day in the organisation's time zone", () => {
    const wanted = batchOf({ ...EMPTY_BATCH, from: "2026-03-08", until: "2026-03-08" }, NEW_YORK);
    expect(wanted.starts_at).toBe("2026-03-08T05:00:00.000Z");
    expect(wanted.ends_at).toBe("2026-03-09T04:00:00.000Z");
  });

  it("have unlimited uses when the field is empty", () => {
    expect(batchOf({ ...EMPTY_BATCH, maxUses: "", perCustomer: "" }, NEW_YORK)).toMatchObject({
      max_uses: null,
      uses_per_customer: null,
    });
  });

  it("are accepted as a list in any of the usual formats", () => {
    expect(linesOf(" a1b2\r\nSummer 10;  WINTER,,\n\n")).toEqual(["a1b2", "Summer 10", "WINTER"]);
    expect(batchOf({ ...EMPTY_BATCH, way: "imported", list: "one1\ntwo2" }, NEW_YORK).promo_codes).toEqual([
      "one1",
      "two2",
    ]);
  });

  it("are not blocked by a hidden field", () => {
    expect(problems({ latitude: "40,7", longitude: "west", radius: "" })).toEqual([]);
    expect(problems({ way: "imported", list: "SUMMER10", prefix: "café", amount: "" })).toEqual([]);
    expect(problems({ prefix: "café" })).toEqual(["prefix"]);
  });

  it("report which field is wrong", () => {
    expect(problems({ amount: "0" })).toEqual(["amount"]);
    expect(problems({ way: "imported" })).toEqual(["list"]);
    expect(problems({ from: "2026-02-01", until: "2026-01-01" })).toEqual(["until"]);
    expect(problems({ hasPlace: true, radius: "5" })).toEqual(["latitude", "longitude", "radius"]);
    expect(problems({ hasPlace: true, latitude: "north", longitude: "-74" })).toEqual(["latitude"]);
    expect(problems({ maxUses: "many" })).toEqual(["maxUses"]);
  });
});
