import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

type Bundle = NonNullable<
  Parameters<Extract<Plugin["transformIndexHtml"], { handler: unknown }>["handler"]>[1]["bundle"]
>;

const THEME = '<script src="/theme.js"></script>';
/** Of every screen: text, and headings. Other alphabets come when a text has them. */
const FONTS = /(inter-latin-wght|source-serif-4-latin-opsz)-normal-[^.]+\.woff2$/;

/** Screens whose files are fetched with the app's own, by the beginning of their address: those that every login
 * starts with. The others follow when the router knows where it is. */
const FIRST_SCREENS: readonly (readonly [beginning: string, module: string])[] = [
  ["/admin", "/app/shell/admin-shell.tsx"],
  ["/admin/analytics", "/app/routes/admin/analytics.tsx"],
];

/** A script that asks for the files of the screen that an address begins with. */
function firstScreens(bundle: Bundle): string {
  const chunks = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [file] : []));
  const entry = chunks.find((chunk) => chunk.isEntry);
  const neededBy = (fileName: string, known: Set<string>): Set<string> => {
    if (!known.has(fileName)) {
      known.add(fileName);
      chunks.find((chunk) => chunk.fileName === fileName)?.imports.forEach((one) => neededBy(one, known));
    }
    return known;
  };
  const known = neededBy(entry?.fileName ?? "", new Set());
  const files = FIRST_SCREENS.map(([beginning, module]) => {
    const chunk = chunks.find((one) => one.facadeModuleId?.endsWith(module));
    if (chunk === undefined) {
      throw new Error(`no file has ${module}`);
    }
    const before = new Set(known);
    return [beginning, [...neededBy(chunk.fileName, known)].filter((one) => !before.has(one))];
  });
  return `for (const [beginning, files] of ${JSON.stringify(files)}) {
  if (location.pathname.startsWith(beginning)) {
    for (const file of files) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", crossOrigin: "", href: "/" + file }));
    }
  }
}`;
}

/**
 * Puts into the head what a browser would find too late: the theme as a script that needs no request
 * (its hash stands in the policy), the settings that the app asks for first, the files of the first screen, and
 * the fonts, which come after the app's own code.
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
          // Before the stylesheet, which a script would wait for.
          html: html.replace(THEME, () => `<script>\n${theme}\n${firstScreens(bundle ?? {})}\n</script>`),
          tags: [
            {
              tag: "link",
              attrs: { rel: "preload", href: "/app-config.json", as: "fetch", crossorigin: "" },
              injectTo: "head",
            },
            ...fonts.map((name) => ({
              tag: "link",
              attrs: {
                rel: "preload",
                href: `/${name}`,
                as: "font",
                type: "font/woff2",
                crossorigin: "",
                fetchpriority: "low",
              },
              injectTo: "head" as const,
            })),
          ],
        };
      },
    },
  };
}
