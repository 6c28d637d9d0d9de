import type { MultiPolygon, Polygon, Position } from "geojson";

/** A place among the shapes of countries, as SVG paths. */
export interface PlaceMap {
  land: string;
  /** The part of the land that contains the place. */
  here: string;
}

export type Shape = Polygon | MultiPolygon;
type Point = readonly [x: number, y: number];
type Country = Position[][][];
interface Home {
  country: Country;
  island: Position[][];
}
type Projection = (position: Position) => Point;

export const MAP_WIDTH = 640;
export const MAP_HEIGHT = 240;
const CENTER: Point = [MAP_WIDTH / 2, MAP_HEIGHT / 2];

/**
 * Degrees of latitude from top to bottom: the shapes are too coarse for a closer view, and a wider one says nothing.
 */
const CLOSEST = 4;
const FURTHEST = 30;
/** Space beyond the drawing, in which the edges of clipped shapes are invisible. */
const MARGIN = 8;
/** In units of the drawing. */
const FINEST = 2.4;
const SMALLEST = 2;
/**
 * The greatest distance in degrees from a place outside all shapes to the nearest one, as coastlines are too coarse for
 * piers.
 */
const NEAR = 1;
/** A lower limit, because a degree of longitude shrinks to nothing near the poles. */
const NARROWEST = 0.2;

/** Returns the land around a place, scaled to show the land that contains it, or undefined if there is only sea. */
export function placeMap(shapes: readonly Shape[], latitude: number, longitude: number): PlaceMap | undefined {
  const countries = shapes.map((shape) =>
    (shape.type === "Polygon" ? [shape.coordinates] : shape.coordinates).map((rings) => rings.map(unbroken)),
  );
  const narrow = Math.max(Math.cos((latitude * Math.PI) / 180), NARROWEST);
  const home = homeOf(countries, latitude, longitude, narrow);
  const scale = scaleOf(home?.island[0], latitude, longitude, narrow);
  const projected =
    (offset: number): Projection =>
    ([east = 0, north = 0]) => [
      CENTER[0] + (east + offset - longitude) * narrow * scale,
      CENTER[1] - (north - latitude) * scale,
    ];
  const path = (country: Country) =>
    [-360, 0, 360].flatMap((offset) => country.flat().map((ring) => pathOf(ring, projected(offset)))).join("");
  const land = countries
    .filter((country) => country !== home?.country)
    .map(path)
    .join("");
  const here = home === undefined ? "" : path(home.country);
  return land === "" && here === "" ? undefined : { land, here };
}

/** Extends rings that cross the date line beyond 180°, instead of drawing a line around the whole earth. */
function unbroken(ring: Position[]): Position[] {
  const all = ring.map(([east = 0]) => east);
  return Math.max(...all) - Math.min(...all) <= 180
    ? ring
    : ring.map(([east = 0, north = 0]) => [east < 0 ? east + 360 : east, north]);
}

/** Returns the country that contains the place or is next to it, and the matching part of that country. */
function homeOf(countries: readonly Country[], latitude: number, longitude: number, narrow: number): Home | undefined {
  const longitudes = [longitude, longitude + 360];
  let nearest: (Home & { away: number }) | undefined;
  for (const country of countries) {
    for (const island of country) {
      if (longitudes.some((east) => island.every((ring, at) => isInside(ring, east, latitude) === (at === 0)))) {
        return { country, island };
      }
      for (const [east = 0, north = 0] of island[0] ?? []) {
        const away = Math.min(...longitudes.map((at) => Math.hypot((east - at) * narrow, north - latitude)));
        if (away < (nearest?.away ?? NEAR)) {
          nearest = { country, island, away };
        }
      }
    }
  }
  return nearest;
}

/** Returns the units of the drawing per degree of latitude, so that all of this land is visible if possible. */
function scaleOf(outline: Position[] | undefined, latitude: number, longitude: number, narrow: number): number {
  const halves = (outline ?? []).map(([east = 0, north = 0]) => {
    const aside = Math.min(Math.abs(east - longitude), Math.abs(east - longitude - 360));
    return Math.max(Math.abs(north - latitude), (aside * narrow * MAP_HEIGHT) / MAP_WIDTH);
  });
  const height = 2.2 * halves.reduce((widest, half) => Math.max(widest, half), 0);
  return MAP_HEIGHT / Math.min(Math.max(height, CLOSEST), FURTHEST);
}

function isInside(ring: Position[], east: number, north: number): boolean {
  let inside = false;
  let [fromEast = 0, fromNorth = 0] = ring.at(-1) ?? [];
  for (const [toEast = 0, toNorth = 0] of ring) {
    if (
      toNorth > north !== fromNorth > north &&
      east < ((fromEast - toEast) * (north - toNorth)) / (fromNorth - toNorth) + toEast
    ) {
      inside = !inside;
    }
    [fromEast, fromNorth] = [toEast, toNorth];
  }
  return inside;
}

/**
 * Returns a ring as a path of whole units with only the visible detail, or an empty string if nothing of it is visible.
 */
function pathOf(ring: Position[], project: Projection): string {
  const points = clipped(ring.map(project));
  const simplified: Point[] = [];
  for (const [x, y] of points) {
    const last = simplified.at(-1);
    if (last === undefined || Math.hypot(x - last[0], y - last[1]) >= FINEST) {
      simplified.push([Math.round(x), Math.round(y)]);
    }
  }
  const span = (axis: 0 | 1) =>
    Math.max(...simplified.map((point) => point[axis])) - Math.min(...simplified.map((point) => point[axis]));
  if (simplified.length < 3 || Math.max(span(0), span(1)) < SMALLEST) {
    return "";
  }
  const steps = simplified
    .slice(1)
    .map(([x, y], at) => `${x - (simplified[at]?.[0] ?? 0)} ${y - (simplified[at]?.[1] ?? 0)}`);
  return `M${simplified[0]?.join(" ")}l${steps.join(" ").replaceAll(" -", "-")}z`;
}

/** Returns the part of a ring inside the drawing, clipped at its four edges one after the other. */
function clipped(ring: Point[]): Point[] {
  const cut = (points: Point[], axis: 0 | 1, edge: number, sign: 1 | -1): Point[] =>
    points.flatMap((to, at) => {
      const from = points.at(at - 1) ?? to;
      const isIn = (to[axis] - edge) * sign >= 0;
      if (isIn === (from[axis] - edge) * sign >= 0) {
        return isIn ? [to] : [];
      }
      const share = (edge - from[axis]) / (to[axis] - from[axis]);
      const crossing: Point = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
      return isIn ? [crossing, to] : [crossing];
    });
  const left = cut(cut(ring, 0, -MARGIN, 1), 0, MAP_WIDTH + MARGIN, -1);
  return cut(cut(left, 1, -MARGIN, 1), 1, MAP_HEIGHT + MARGIN, -1);
}
