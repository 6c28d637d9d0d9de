import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressedCopies } from "./vite.copies.ts";
import { pageHead } from "./vite.head.ts";
import { scalar } from "./vite.scalar.ts";
import { startPages } from "./vite.start.config.ts";
import { texts } from "./vite.texts.ts";

const API = "http://localhost:8000";
const API_PATHS = ["/v0", "/v1", "/dev", "/app-config.json", "/code", "/page", "/healthz"];

const MUI = /node_modules[\\/](@mui[\\/](material|system|styled-engine|utils)|@emotion)[\\/]/;
/** Parts of MUI that no first screen shows. */
const OF_FEW_SCREENS =
  /node_modules[\\/]@mui[\\/]material[\\/]([a-zA-Z]+[\\/])?(Accordion\w*|AlertTitle|Autocomplete|Breadcrumbs|LinearProgress|Pagination\w*|Radio\w*|Slider|TablePagination\w*|TableSortLabel|useAutocomplete)[\\/]/;
/** Small things that most screens share. */
const BASE =
  /node_modules[\\/](@tanstack|openapi-fetch|zustand|notistack|clsx)[\\/]|web[\\/]src[\\/]shared[\\/](api|auth|config|format|organization|theme|url|jobs|files)[\\/]|web[\\/]src[\\/]shared[\\/]components[\\/](confirm-dialog|copy-button|error-boundary|hints|idle|menu-keys|page-header|plain-icon|printing|search-box|state-views|toasts|lazy-render|use-\w+)/;

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  cacheDir: "../node_modules/.vite",
  plugins: [
    texts(),
    react(),
    pageHead(),
    startPages(),
    scalar(),
    compressedCopies(fileURLToPath(new URL("./dist/admin", import.meta.url))),
  ],
  resolve: {
    alias: {
      "@": fileURLToPath(new URL("./src", import.meta.url)),
      "@sdks": fileURLToPath(new URL("../sdks", import.meta.url)),
    },
  },
  build: {
    outDir: "dist/admin",
    emptyOutDir: true,
    chunkSizeWarningLimit: 1200, // the map, fetched where there is one
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each file costs a slow browser as much as some ten kilobytes of it: what every screen has comes in few.
          groups: [
            // Without react-dom/server, which only the page editor's thumbnails use.
            {
              name: "react",
              priority: 50,
              test: /node_modules[\\/](react|react-dom(?![\\/](server|cjs[\\/]react-dom-server))|react-router|scheduler)[\\/]/,
            },
            { name: "mui", priority: 40, test: (id: string) => MUI.test(id) && !OF_FEW_SCREENS.test(id) },
            { name: "mui-forms", priority: 30, test: OF_FEW_SCREENS },
            { name: "icons", priority: 20, minShareCount: 2, test: /node_modules[\\/]@mui[\\/]icons-material[\\/]/ },
            { name: "base", priority: 10, minShareCount: 2, test: BASE },
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
    // A realm of its own for each file costs a third of the time of a thread of its own.
    pool: "vmThreads",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/shared/testing/setup.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 30_000, // machines that build beside are slow
    server: { deps: { inline: [/@mui\/x-data-grid/] } },
  },
});
