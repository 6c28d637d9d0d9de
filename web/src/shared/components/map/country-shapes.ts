import codes from "i18n-iso-countries/codes.json";
import type { FeatureCollection, MultiPolygon, Polygon, Position } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import shapesUrl from "world-atlas/countries-50m.json?url";

interface Country {
  /** ISO 3166-1 alpha-2 code. */
  code: string;
  name: string;
}

export type CountryShapes = FeatureCollection<Polygon | MultiPolygon, Country>;

type World = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** Countries that Natural Earth draws but that have no ISO number. */
const WITHOUT_NUMBER: Record<string, string> = { Kosovo: "XK" };
const NOBODY_LIVES_THERE = "AQ";

const TWO_LETTERS = new Map(codes.map(([two, , number]) => [String(number), String(two)]));

/** The countries of a Natural Earth file, each with the country code used in scans. */
export function shapesOf(world: unknown): CountryShapes {
  const topology = world as World;
  const all = feature(topology, topology.objects.countries);
  const features = all.features.flatMap(({ id, geometry, properties: { name } }) => {
    const code = TWO_LETTERS.get(String(id)) ?? WITHOUT_NUMBER[name] ?? name;
    const isArea = geometry.type === "Polygon" || geometry.type === "MultiPolygon";
    return !isArea || code === NOBODY_LIVES_THERE
      ? []
      : [{ type: "Feature" as const, geometry: acrossTheDateLine(geometry), properties: { code, name } }];
  });
  return { type: "FeatureCollection", features };
}

/** Rings that cross the date line continue beyond 180° instead of drawing a line across the whole map. */
function acrossTheDateLine(shape: Polygon | MultiPolygon): Polygon | MultiPolygon {
  return shape.type === "Polygon"
    ? { ...shape, coordinates: shape.coordinates.map(unbroken) }
    : { ...shape, coordinates: shape.coordinates.map((polygon) => polygon.map(unbroken)) };
}

function unbroken(ring: Position[]): Position[] {
  const longitudes = ring.map(([longitude = 0]) => longitude);
  if (Math.max(...longitudes) - Math.min(...longitudes) <= 180) {
    return ring;
  }
  return ring.map(([longitude = 0, latitude = 0]) => [longitude < 0 ? longitude + 360 : longitude, latitude]);
}

/** Loads the countries of the world from a file of this installation. */
export async function loadShapes(signal: AbortSignal): Promise<CountryShapes> {
  const answer = await fetch(shapesUrl, { signal });
  if (!answer.ok) {
    throw new Error(`The country shapes couldn’t be loaded (${answer.status}).`);
  }
  return shapesOf(await answer.json());
}
