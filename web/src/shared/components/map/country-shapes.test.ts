import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { shapesOf } from "@/shared/components/map/country-shapes";

const FILE = createRequire(import.meta.url).resolve("world-atlas/countries-50m.json");

test("every country of the file has its two-letter code, small ones too, and Antarctica is left out", () => {
  const { features } = shapesOf(JSON.parse(readFileSync(FILE, "utf8")));
  const codes = features.map(({ properties }) => properties.code);
  expect(codes).toEqual(expect.arrayContaining(["US", "NP", "SG", "MT", "XK", "HK"]));
  expect(codes).not.toContain("AQ");
  expect(codes.filter((code) => code.length !== 2)).toEqual([
    "Somaliland",
    "N. Cyprus",
    "Indian Ocean Ter.",
    "Siachen Glacier",
  ]);
});

test("no ring runs across the whole map", () => {
  const { features } = shapesOf(JSON.parse(readFileSync(FILE, "utf8")));
  const rings = features.flatMap(({ geometry }) =>
    geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat(),
  );
  const wide = rings.filter((ring) => {
    const longitudes = ring.map(([longitude = 0]) => longitude);
    return Math.max(...longitudes) - Math.min(...longitudes) > 180;
  });
  expect(rings.length).toBeGreaterThan(1000);
  expect(wide).toEqual([]);
});
