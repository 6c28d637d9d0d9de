import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import world from "world-atlas/countries-50m.json?raw";
import type { Shape } from "@/blocks/place-map";

type World = Topology<{ countries: GeometryCollection }>;

/** The country shapes of Natural Earth, loaded only for pages with a map. */
export function countryShapes(): Shape[] {
  const topology = JSON.parse(world) as World;
  return feature(topology, topology.objects.countries).features.flatMap(({ geometry }) =>
    geometry.type === "Polygon" || geometry.type === "MultiPolygon" ? geometry : [],
  );
}
