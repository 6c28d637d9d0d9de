import { readdirSync } from "node:fs";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";
import { texts } from "./eslint.texts.js";

const MAP = "web/src/shared/components/map/**";
const LAND = "web/src/blocks/country-shapes.ts";
/** Packages that only one or two places may import. */
const WALLS = [
  { regex: "^@mui/x-data-grid", homes: ["web/src/shared/components/data-table.tsx"] },
  { regex: "^recharts", homes: ["web/src/shared/components/charts/**"] },
  { regex: "^maplibre-gl", homes: [MAP] },
  { regex: "^(topojson-client|world-atlas)", homes: [MAP, LAND] },
  { regex: "^@auth0/", homes: ["web/src/shared/auth/**"] },
  { regex: "^openapi-fetch", homes: ["web/src/shared/api/**"] },
];
const PARENT = { regex: "^\\.\\./", message: "Write @/… instead of climbing up." };
/** A toast in a callback of `mutate`: it is lost if the component unmounts before the response. */
const LOST_NOTE = {
  selector: "CallExpression[callee.property.name='mutate'] > ObjectExpression.arguments Identifier[name='toasts']",
  message: "Callbacks of mutate are lost when the component goes: handleResult(change.mutateAsync(…), { … }).",
};
const UNCACHED_FORMAT = {
  selector: "CallExpression[callee.property.name=/^toLocale(String|DateString|TimeString)$/]",
  message: "Numbers, money and dates are written by shared/format, everywhere in the same locale.",
};
/** A class without a private member: TypeScript accepts any object of the same shape as its instance. */
const UNGUARDED_CLASS = {
  selector:
    "ClassDeclaration[superClass=null]:not(:has(PrivateIdentifier, PropertyDefinition[accessibility='private'], MethodDefinition[accessibility='private'], TSParameterProperty[accessibility='private']))",
  message: "Give it a private member, so that only its constructor makes instances.",
};
const SOURCES = ["web/src/**/*.{ts,tsx}"];

/** A zone: these files may not import matching modules. The limits of vendor packages apply in each zone too. */
function zone(files, regex, message, ignores = []) {
  const walls = WALLS.filter((wall) => !wall.homes.some((home) => files.includes(home))).map((wall) => ({
    regex: wall.regex,
    message: `Only ${wall.homes.join(" and ")} may know this package.`,
  }));
  const forbidden = regex ? [{ regex, message }] : [];
  return {
    files,
    ignores,
    rules: { "no-restricted-imports": ["error", { patterns: [PARENT, ...walls, ...forbidden] }] },
  };
}

const AREAS = new URL("./src/features/", import.meta.url);
/** `area/feature`, the same structure as the API's domains. */
const features = readdirSync(AREAS).flatMap((area) =>
  readdirSync(new URL(`${area}/`, AREAS)).map((feature) => `${area}/${feature}`),
);
const BLOCKS = ["^@/(?!blocks/)|^@mui/|^@emotion/", "Blocks are plain HTML and import blocks alone."];
const SHARED = ["^@/(app|features|visitor)/", "shared/ imports neither app/ nor features/."];

export default defineConfig(
  { ignores: ["web/dist", "web/src/shared/api/schema.ts"] },
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: { parser: tseslint.parser },
    rules: { "no-restricted-syntax": ["error", LOST_NOTE, UNCACHED_FORMAT, UNGUARDED_CLASS] },
  },
  zone(SOURCES, "^@/visitor/", "The visitors' bundle stands alone."),
  ...features.map((name) =>
    zone(
      [`web/src/features/${name}/**`],
      `^@/(app|visitor)/|^@/features/(?!${name}/)`,
      "A feature imports shared/ and itself; routes compose features.",
    ),
  ),
  zone(["web/src/shared/**"], ...SHARED),
  ...new Set(WALLS.flatMap((wall) => wall.homes)).values().map((home) => zone([home], ...SHARED)),
  zone(["web/src/visitor/**"], "^@/(?!blocks/(forms/|types$))", "The visitors' bundle stands alone."),
  zone(["web/src/blocks/**"], ...BLOCKS),
  zone([LAND], ...BLOCKS),
  texts,
  {
    files: ["**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-imports": ["error", { patterns: [PARENT] }],
      "no-restricted-syntax": ["error", LOST_NOTE, UNCACHED_FORMAT],
    },
  },
);
