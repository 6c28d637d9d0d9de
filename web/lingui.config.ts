import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

const SOURCES = fileURLToPath(new URL("./src/", import.meta.url));
const AREAS = readdirSync(`${SOURCES}features`).map((area) => [area, `features/${area}`] as const);

/** One catalogue of texts an area of the admin, and one each for the shell and for what all areas share. */
export default defineConfig({
  rootDir: SOURCES,
  sourceLocale: "en",
  locales: ["en"],
  catalogs: [...AREAS, ["app", "app"] as const, ["shared", "shared"] as const].map(([name, folder]) => ({
    path: `<rootDir>/locales/{locale}/${name}`,
    include: [`<rootDir>/${folder}`],
    exclude: ["**/*.test.ts", "**/*.test.tsx", "**/testing/**", "**/schema.ts"],
  })),
  format: formatter({
    lineNumbers: false,
    printPlaceholdersInComments: false,
    // A date would change with every extraction.
    customHeaderAttributes: { "POT-Creation-Date": "" },
  }),
  orderBy: "origin",
  runtimeConfigModule: { Trans: ["@/shared/i18n/trans", "Trans"] },
});
