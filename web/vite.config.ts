import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressedCopies } from "./vite.copies.ts";
import { pageHead } from "./vite.head.ts";
import { startPages } from "./vite.start.config.ts";

const API = "http://localhost:8000";
const API_PATHS = ["/v0", "/v1", "/dev", "/app-config.json", "/code", "/page", "/healthz"];

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  cacheDir: "../node_modules/.vite",
  plugins: [react(), pageHead(), startPages(), compressedCopies(fileURLToPath(new URL("./dist/admin", import.meta.url)))],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "dist/admin",
    emptyOutDir: true,
    chunkSizeWarningLimit: 1200, // the map, fetched where there is one
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Without react-dom/server, which only the page editor's thumbnails use.
            { name: "react", test: /node_modules[\\/](react|react-dom(?![\\/](server|cjs[\\/]react-dom-server))|react-router|scheduler)[\\/]/ },
            { name: "mui", test: /node_modules[\\/](@mui[\\/](material|system|styled-engine|utils)|@emotion)[\\/]/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(API_PATHS.map((path) => [path, API])),
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/shared/testing/setup.ts"],
    restoreMocks: true,
    testTimeout: 30_000, // machines that build beside are slow
    server: { deps: { inline: [/@mui\/x-data-grid/] } },
  },
});
