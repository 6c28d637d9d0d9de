// Reads passes with passkit-generator, which checks `pass.json` against its schemas. Each input line is a JSON object
// of files (name to base64), each output line `{style, languages, warnings}`. Usage: node read_passes.mjs <passes.jsonl
import { createInterface } from "node:readline";
import { PKPass } from "passkit-generator";

let warnings = [];
console.warn = (...texts) => warnings.push(texts.join(" "));

for await (const line of createInterface({ input: process.stdin })) {
  warnings = [];
  const files = Object.entries(JSON.parse(line)).map(([name, text]) => [name, Buffer.from(text, "base64")]);
  const read = new PKPass(Object.fromEntries(files), undefined, {});
  process.stdout.write(`${JSON.stringify({ style: read.type ?? null, languages: read.languages, warnings })}\n`);
}
