import type { FeatureCollection } from "geojson";
import type { LngLatBoundsLike, StyleSpecification } from "maplibre-gl";
import type { CountryShapes } from "@/shared/components/map/country-shapes";
import { OPACITIES } from "@/shared/components/map/shades";

export const COUNTRIES = "countries";
export const PLACES = "places";
/** The inhabited part of the world. */
export const WORLD: LngLatBoundsLike = [-168, -55, 180, 75];

export interface Tiles {
  url: string;
  attribution: string;
}

export interface MapColors {
  water: string;
  land: string;
  border: string;
  shade: string;
  place: string;
  text: string;
}

const NOTHING: FeatureCollection = { type: "FeatureCollection", features: [] };

/**
 * The style of the map. It requests nothing from other hosts unless a tile server is configured. Anything without a
 * colour here is black by default.
 */
export function styleOf(shapes: CountryShapes, tiles: Tiles | null, colors: MapColors): StyleSpecification {
  const shades = OPACITIES.flatMap((opacity, step) =>
    step === 0 ? [] : [step, tiles === null ? opacity : opacity * 0.7],
  );
  return {
    version: 8,
    sources: {
      [COUNTRIES]: { type: "geojson", data: shapes, promoteId: "code", tolerance: 0.2 },
      [PLACES]: { type: "geojson", data: NOTHING },
      ...(tiles === null
        ? {}
        : { tiles: { type: "raster" as const, tiles: [tiles.url], tileSize: 256, attribution: tiles.attribution } }),
    },
    layers: [
      { id: "background", type: "background", paint: { "background-color": colors.water } },
      { id: "land", type: "fill", source: COUNTRIES, paint: { "fill-color": colors.land, "fill-opacity": 1 } },
      ...(tiles === null ? [] : [{ id: "tiles", type: "raster" as const, source: "tiles" }]),
      {
        id: COUNTRIES,
        type: "fill",
        source: COUNTRIES,
        paint: {
          "fill-color": colors.shade,
          "fill-opacity": ["match", ["to-number", ["feature-state", "shade"], 0], ...shades, 0] as never,
        },
      },
      { id: "borders", type: "line", source: COUNTRIES, paint: { "line-color": colors.border, "line-width": 0.6 } },
      {
        id: "marked",
        type: "line",
        source: COUNTRIES,
        filter: ["==", ["get", "code"], ""],
        paint: { "line-color": colors.text, "line-width": 2 },
      },
      {
        id: PLACES,
        type: "circle",
        source: PLACES,
        paint: {
          "circle-radius": ["get", "size"],
          "circle-color": colors.place,
          "circle-stroke-color": colors.land,
          "circle-stroke-width": 1.5,
          "circle-opacity": 0.85,
        },
      },
    ],
  };
}
