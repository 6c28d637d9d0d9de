import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The renderer of published pages: one file for Node with everything in it, run when a page is published. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  cacheDir: "../node_modules/.vite-render",
  plugins: [react()],
  publicDir: false,
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  ssr: { noExternal: true },
  build: {
    ssr: "src/blocks/render.tsx",
    outDir: "dist/render",
    emptyOutDir: true,
    target: "node22",
    minify: true,
    rolldownOptions: { output: { entryFileNames: "render.js" } },
  },
});
