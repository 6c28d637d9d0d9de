import { describe, expect, it } from "vitest";
import { onGrid, placed, sized, snapped } from "@/features/content/slips/geometry";
import { newElement } from "@/features/content/slips/new-elements";
import { COUPON } from "@/features/content/slips/testing/coupon";

describe("laying out", () => {
  it("aligns elements to the grid", () => {
    expect(onGrid(10.26)).toBe(10.5);
    expect(onGrid(-0.2)).toBe(-0);
  });

  it("snaps a box to the middle of the slip and returns the guide line", () => {
    const to = snapped({ x: 54.2, y: 3.3, width: 30, height: 10 }, COUPON, "moved");

    expect(to).toEqual({ x: 55, y: 3.5, guides: { x: 70, y: null } });
  });

  it("snaps to another element but never to itself", () => {
    const other = { ...newElement(COUPON, "rectangle"), x: 20, y: 30 };
    const draft = { ...COUPON, elements: [other] };
    const box = { x: 20.9, y: 2.2, width: 7, height: 3 };

    expect(snapped(box, draft, "moved").x).toBe(20);
    expect(snapped(box, draft, other.id).guides.x).toBeNull();
  });

  it("keeps codes square and large enough to scan", () => {
    const code = newElement(COUPON, "code");

    expect(sized(code, 25, 40)).toEqual({ width: 40, height: 40 });
    expect(sized(code, 2, 3)).toEqual({ width: 10, height: 10 });
  });

  it("keeps a part of every element on the slip", () => {
    expect(placed({ x: 0, y: 0, width: 30, height: 10 }, 500, -500, COUPON)).toEqual({ x: 138, y: -8 });
  });
});
