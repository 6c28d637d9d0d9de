import { countryShapes } from "@/blocks/country-shapes";
import { type RenderRequest, renderPage } from "@/blocks/render-page";

/** `node render.js`: reads a page as JSON from standard input and writes its HTML as JSON to standard output. */
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
  process.stdout.write(JSON.stringify(renderPage(request, countryShapes)));
}

await main();
