import { feature } from "topojson-client";
import world from "world-atlas/countries-50m.json?raw";
import type { Shape } from "@/blocks/place-map";
import { type RenderRequest, renderPage } from "@/blocks/render-page";

type World = Parameters<typeof feature>[0] & { objects: { countries: Parameters<typeof feature>[1] } };

/** The countries of Natural Earth, read for pages with a map only. */
function shapes(): Shape[] {
  const topology = JSON.parse(world) as World;
  const all = feature(topology, topology.objects.countries) as unknown as { features: { geometry: Shape | null }[] };
  return all.features.flatMap(({ geometry }) => geometry ?? []);
}

/** `node render.js`: a page as JSON on standard input, its HTML as JSON on standard output. */
async function main(): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) {
    parts.push(part as Buffer);
  }
  let request: RenderRequest;
  try {
    request = JSON.parse(Buffer.concat(parts).toString("utf8")) as RenderRequest;
  } catch {
    request = { data: null as never };
  }
  process.stdout.write(JSON.stringify(renderPage(request, shapes)));
}

await main();
