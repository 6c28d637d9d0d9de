import type { MultiPolygon, Polygon } from "geojson";
import { expect, it } from "vitest";
import { renderPage } from "@/blocks/render-page";
import { placeMap } from "@/blocks/place-map";

const box = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const country = (...ring: [number, number, number, number]): Polygon => ({
  type: "Polygon",
  coordinates: [box(...ring)],
});

/** Returns the corners of a path in the coordinates of the drawing. */
function corners(path: string): number[][] {
  const [first = [], ...steps] = (path.match(/-?\d+ ?-?\d+/g) ?? []).map((pair) =>
    (pair.match(/-?\d+/g) ?? []).map(Number),
  );
  return steps.reduce(
    (all, [x = 0, y = 0]) => [...all, [(all.at(-1)?.[0] ?? 0) + x, (all.at(-1)?.[1] ?? 0) + y]],
    [first],
  );
}

const bounds = (path: string) => {
  const xs = corners(path).map(([x = 0]) => x);
  const ys = corners(path).map(([, y = 0]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

it("shows the whole country around a place with its neighbours, centred on the place", () => {
  const map = placeMap([country(-5, -5, 5, 5), country(5, -5, 15, 5), country(100, 0, 110, 10)], 0, 0);

  const [left = 0, top = 0, right = 0, bottom = 0] = bounds(map?.here ?? "");
  expect([left + right, top + bottom]).toEqual([640, 240]);
  expect(top).toBeGreaterThan(0);
  expect(bottom - top).toBeGreaterThan(200);
  expect(map?.land.match(/M/g)).toHaveLength(1);
});

it("counts a pier as part of the nearest country, and the open sea as part of none", () => {
  const island = country(0, 0, 2, 2);

  expect(placeMap([island], 1.8, 2.3)?.here).not.toBe("");
  expect(placeMap([island], 1, 60)).toBeUndefined();
});

it("draws a country across the date line in one piece, from either side", () => {
  const across: MultiPolygon = {
    type: "MultiPolygon",
    coordinates: [
      [
        [
          [170, -5],
          [-170, -5],
          [-170, 5],
          [170, 5],
          [170, -5],
        ],
      ],
    ],
  };

  for (const longitude of [175, -175]) {
    const [left = 0, top = 0, right = 0, bottom = 0] = bounds(placeMap([across], 0, longitude)?.here ?? "");
    expect((right - left) / (bottom - top)).toBeCloseTo(2, 1);
  }
});

it("is part of a published page if coordinates are given, but not if there is only an address", () => {
  const drawn = (props: object) =>
    renderPage(
      {
        data: {
          root: {},
          content: [
            {
              type: "Map",
              props: { id: "m", label: "Pier", address: "Pier 1", latitude: null, longitude: null, ...props },
            },
          ],
        },
      },
      () => [country(-5, -5, 5, 5)],
    ).html;

  expect(drawn({ latitude: 0, longitude: 0 })).toContain("wp-map-here");
  expect(drawn({ latitude: 50, longitude: 50 })).toContain("wp-map-pin");
  expect(drawn({})).not.toContain("wp-map-drawing");
  expect(drawn({})).toContain("/maps/dir/?api=1&amp;destination=Pier%201");
});
