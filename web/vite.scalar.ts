import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const BUILT = fileURLToPath(new URL("../node_modules/@scalar/api-reference/dist/browser", import.meta.url));

/** Copies the built reference of the API beside the app: `reference.html` alone loads it, and no chunk of the app does. */
export function scalar(): Plugin {
  return {
    name: "scalar",
    apply: "build",
    generateBundle() {
      const chunks = readdirSync(join(BUILT, "chunks")).filter((name) => name.endsWith(".js"));
      for (const name of ["standalone.esm.js", ...chunks.map((chunk) => `chunks/${chunk}`)]) {
        const source = readFileSync(join(BUILT, name), "utf8").replace(/\n\/\/# sourceMappingURL=\S+\s*$/, "\n");
        this.emitFile({ type: "asset", fileName: `reference/scalar/${name}`, source });
      }
    },
  };
}
