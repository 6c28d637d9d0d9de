import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { compressedCopies } from "./vite.copies.ts";

/** The small bundle of visitors' public pages, found by the API through its manifest. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  cacheDir: "../node_modules/.vite-visitor",
  base: "/visitor/",
  publicDir: "visitor-public",
  plugins: [compressedCopies(fileURLToPath(new URL("./dist/visitor", import.meta.url)))],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "dist/visitor",
    emptyOutDir: true,
    manifest: true,
    modulePreload: false,
    rolldownOptions: {
      input: [
        "src/visitor/main.ts",
        "src/visitor/wall.ts",
        "src/visitor/games/main.ts",
        "src/visitor/card-worker.ts",
        "src/visitor/push-worker.ts",
      ],
    },
  },
});
