import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type InlineConfig, type Plugin } from "vite";
import { texts } from "./vite.texts.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Draws the screens that strangers see first, in Node. */
const forNode: InlineConfig = {
  configFile: false,
  root: here("."),
  cacheDir: here("../node_modules/.vite-start"),
  logLevel: "warn",
  plugins: [texts(), react()],
  publicDir: false,
  resolve: { alias: { "@": here("./src"), "@sdks": here("../sdks") } },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  ssr: { noExternal: true },
  build: {
    ssr: "src/app/prerender.tsx",
    outDir: "dist/start",
    emptyOutDir: true,
    target: "node22",
    rolldownOptions: { output: { entryFileNames: "prerender.js", codeSplitting: false } },
  },
};

const STYLES = /<style data-emotion="[^"]*">.*?<\/style>/gs;

/** What is drawn, and its styles. Those of the whole page, distances that all others refer to, are drawn at its end: a
 * browser that has only the beginning of the page would show it without them, and move it later. */
function withStylesApart(html: string): { body: string; styles: string } {
  return { body: html.replaceAll(STYLES, ""), styles: (html.match(STYLES) ?? []).join("") };
}

type Drawing = typeof import("./src/app/prerender");

/**
 * Writes the start page, the login and the not-found page beside `index.html` as whole documents.
 *
 * They show without the app; `start.js` brings it when somebody begins to use the page. The styles stand in the
 * document, and the two fonts are asked for at once: until they are there, fonts of the device with the same
 * measures take their place (fallback-fonts.css).
 */
export function startPages(): Plugin {
  return {
    name: "start-pages",
    apply: "build",
    async closeBundle() {
      await build(forNode);
      const { START_PAGES, prerender } = (await import(pathToFileURL(here("dist/start/prerender.js")).href)) as Drawing;
      const { version } = JSON.parse(readFileSync(here("../package.json"), "utf8")) as { version: string };
      const index = readFileSync(here("dist/admin/index.html"), "utf8");
      const app = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(index)?.[1] ?? "";
      const sheet = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(index)?.[1] ?? "";
      const css = readFileSync(here(`dist/admin${sheet}`), "utf8");
      for (const page of START_PAGES) {
        const { body, styles } = withStylesApart(prerender(page, version));
        const html = index
          .replace(
            /<script type="module"[^>]*><\/script>/,
            `<script type="module" src="/start.js" data-app="${app}"></script>`,
          )
          .replaceAll(/\s*<link rel="(modulepreload|preload)"[^>]*>/g, (link) =>
            link.includes('as="font"') ? link.replace(' fetchpriority="low"', "") : "",
          )
          .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${css.trim()}</style>`)
          .replace(/<title>.*?<\/title>/, `<title>${page.title}</title>`)
          .replace(/\s*<noscript>.*?<\/noscript>/, "")
          .replace("</head>", () => `${styles}</head>`)
          .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
        writeFileSync(here(`dist/admin/${page.file}.html`), html);
      }
    },
  };
}
