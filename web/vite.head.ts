import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const THEME = '<script src="/theme.js"></script>';
/** Of every screen: text, and headings. Other alphabets come when a text has them. */
const FONTS = /(inter-latin-wght|source-serif-4-latin-opsz)-normal-[^.]+\.woff2$/;

/**
 * Puts into the head what a browser would find too late: the theme as a script that needs no request
 * (its hash stands in the policy), the settings that the app asks for first, and the fonts, which
 * come after the app's own code.
 */
export function pageHead(): Plugin {
  return {
    name: "page-head",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const theme = readFileSync(fileURLToPath(new URL("./public/theme.js", import.meta.url)), "utf8").trim();
        if (!html.includes(THEME)) {
          throw new Error(`index.html has no ${THEME}`);
        }
        const fonts = Object.keys(bundle ?? {}).filter((name) => FONTS.test(name));
        return {
          html: html.replace(THEME, () => `<script>\n${theme}\n</script>`),
          tags: [
            { tag: "link", attrs: { rel: "preload", href: "/app-config.json", as: "fetch", crossorigin: "" }, injectTo: "head" },
            ...fonts.map((name) => ({
              tag: "link",
              attrs: { rel: "preload", href: `/${name}`, as: "font", type: "font/woff2", crossorigin: "", fetchpriority: "low" },
              injectTo: "head" as const,
            })),
          ],
        };
      },
    },
  };
}
