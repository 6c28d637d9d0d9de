import { feature } from "topojson-client";
import world from "world-atlas/countries-50m.json?raw";
import type { Shape } from "@/blocks/place-map";

type World = Parameters<typeof feature>[0] & { objects: { countries: Parameters<typeof feature>[1] } };

/** The country shapes of Natural Earth, loaded only for pages with a map. */
export function countryShapes(): Shape[] {
  const topology = JSON.parse(world) as World;
  const all = feature(topology, topology.objects.countries) as unknown as { features: { geometry: Shape | null }[] };
  return all.features.flatMap(({ geometry }) => geometry ?? []);
}
