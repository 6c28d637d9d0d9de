import { describe, expect, it } from "vitest";
import { brake, mod, restingAt, shareOf } from "./motion";
import { angleOf, copiesOf, linesOf, partAt } from "./wheel";

describe("the angle of a part", () => {
  it.each([2, 3, 6, 7, 12, 24])("brings each of %i parts below the pointer, wherever it rests within", (parts) => {
    for (let part = 0; part < parts; part += 1) {
      for (const away of [-0.9, -0.36, 0, 0.36, 0.9]) {
        const angle = angleOf(part, parts, away);
        expect(partAt(angle, parts)).toBe(part);
        expect(angle).toBeGreaterThanOrEqual(0);
        expect(angle).toBeLessThan(360);
      }
    }
  });

  it("repeats few segments several times, and shows many once", () => {
    expect([1, 2, 3, 4, 6, 9].map(copiesOf)).toEqual([6, 3, 2, 2, 1, 1]);
  });
});

describe("braking", () => {
  it.each([0, 12.5, 359, 3601])("rests on its target from %d degrees, with no jump in place or speed", (from) => {
    const braking = brake(from, 0.58, 123, 360, 600);

    expect(mod(restingAt(braking, braking.lasts), 360)).toBeCloseTo(123);
    expect(restingAt(braking, 0)).toBe(from);
    expect(restingAt(braking, 1) - from).toBeCloseTo(0.58, 2);
    expect(braking.distance).toBeGreaterThanOrEqual(600);
    expect(braking.distance).toBeLessThan(960);
    for (let passed = 16; passed < braking.lasts; passed += 16) {
      expect(restingAt(braking, passed)).toBeGreaterThan(restingAt(braking, passed - 16));
    }
  });
});

it("derives the same random-looking place for the same play, spread evenly over many plays", () => {
  const shares = Array.from({ length: 1000 }, (_, index) => shareOf(`play-${index}`));

  expect(shareOf("play-7")).toBe(shares[7]);
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...shares)).toBeLessThan(1);
  expect(shares.reduce((sum, share) => sum + share, 0) / 1000).toBeCloseTo(0.5, 1);
});

it.each([
  ["Free coffee", 14, ["Free coffee"]],
  ["10 % off your next order", 12, ["10 % off", "your next…"]],
  ["Donaudampfschifffahrtsgesellschaft", 12, ["Donaudampfsc…"]],
])("writes %s in at most two lines", (name, letters, lines) => {
  expect(linesOf(name, letters)).toEqual(lines);
});
