import { expect, it } from "vitest";
import { columnsOf } from "./memory";
import { mod } from "./motion";
import { Rubbed, strokes } from "./scratch";
import { positionOf, reelLength, reelOf } from "./slot";

it.each([2, 3, 4, 7, 25])("has all of %i symbols on each reel, and stops on any of them", (symbols) => {
  for (const reel of [0, 1, 2].map((index) => reelOf(symbols, index))) {
    expect(reel).toHaveLength(reelLength(symbols));
    expect(reel.length).toBeGreaterThanOrEqual(6);
    for (let symbol = 0; symbol < symbols; symbol += 1) {
      // The middle row after the reel has moved down this far.
      expect(reel[mod(-positionOf(reel, symbol), reel.length)]).toBe(symbol);
    }
  }
});

it("counts each scratched area of a card once, and the whole card in the end", () => {
  const rubbed = new Rubbed();
  expect(rubbed.share).toBe(0);

  rubbed.rub(0, 0.5, 1, 0.5, 0.075, 1.5);
  const { share } = rubbed;
  expect(share).toBeGreaterThan(0.15);
  expect(share).toBeLessThan(0.3);

  rubbed.rub(1, 0.5, 0, 0.5, 0.075, 1.5);
  expect(rubbed.share).toBe(share);

  const way = strokes();
  way.slice(1).forEach(([x, y], index) => {
    const [x0, y0] = way[index] ?? [0, 0];
    rubbed.rub(x0, y0, x, y, 0.075, 1.5);
  });
  expect(rubbed.share).toBeGreaterThan(0.95);

  rubbed.clear();
  expect(rubbed.share).toBe(0);
});

it("scratches nothing outside the card", () => {
  const rubbed = new Rubbed();

  rubbed.rub(-1, -1, -0.5, -0.5, 0.075, 1.5);

  expect(rubbed.share).toBe(0);
});

it("arranges cards in rectangles that fit a phone", () => {
  expect([4, 6, 8, 12, 16, 18, 20, 24].map(columnsOf)).toEqual([4, 3, 4, 4, 4, 3, 4, 4]);
});
