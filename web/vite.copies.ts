import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(js|mjs|css|svg|json|html|ttf)$/;
const SMALLEST = 1024;
/** Above it a file is not worth the seconds that the best form costs. */
const BEST_UP_TO = 400_000;

/** Writes compressed copies beside the files of a folder, so that none is compressed while somebody waits. */
export function compressedCopies(folder: string): Plugin {
  return {
    name: "compressed-copies",
    apply: "build",
    closeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => TEXT.test(name));
        await Promise.all(files.map((name) => copiesOf(join(folder, name))));
      },
    },
  };
}

async function copiesOf(file: string) {
  const content = readFileSync(file);
  if (content.length < SMALLEST) {
    return;
  }
  const quality = content.length <= BEST_UP_TO ? 11 : 9;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: 22,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gz);
}
