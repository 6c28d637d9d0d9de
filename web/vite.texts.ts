import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { lingui } from "@lingui/vite-plugin";
import type { Plugin } from "vite";

/** A text as the macros leave it in the code. What begins with two braces is none: passes have placeholders in such fields. */
const TEXT = /(\n\s+message: )("(?!\{\{)(?:[^"\\]|\\.)*")/g;

/** The key by which other languages find it. */
const KEY = /(\/\*i18n\*\/\s*\{)\n\s+id: "[^"]{6}",/g;

const isTranslated = readdirSync(new URL("./src/locales/", import.meta.url)).some((language) => language !== "en");

/**
 * Compiles the English texts in their places: no browser does it, and none waits for a catalogue. A text that is no
 * ICU message fails the build. As long as there is no other language, the texts need no keys.
 */
function compiledTexts(): Plugin {
  return {
    name: "compiled-texts",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /\/\*i18n\*\// },
      handler: (code) => ({
        code: (isTranslated ? code : code.replace(KEY, "$1")).replace(TEXT, (_, before: string, text: string) => {
          return before + JSON.stringify(compileMessageOrThrow(JSON.parse(text) as string));
        }),
        map: null,
      }),
    },
  };
}

/** What turns `t`, `<Trans>` and `<Plural>` into texts, and catalogues into modules. */
export function texts() {
  return [
    ...lingui({
      configPath: fileURLToPath(new URL("./lingui.config.ts", import.meta.url)),
      macroTransform: { macro: { descriptorFields: "message" } },
    }),
    compiledTexts(),
  ];
}
