import { fileURLToPath } from "node:url";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { lingui } from "@lingui/vite-plugin";
import type { Plugin } from "vite";

/** A text as the macros leave it in the code. */
const TEXT = /(\n\s+message: )("(?:[^"\\]|\\.)*")/g;

/** Compiles the English texts in their places: no browser does it, and none waits for a catalogue. */
function compiledTexts(): Plugin {
  return {
    name: "compiled-texts",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /\/\*i18n\*\// },
      handler: (code) => ({
        code: code.replace(TEXT, (_, before: string, text: string) => {
          return before + JSON.stringify(compileMessage(JSON.parse(text) as string));
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
