import lingui from "eslint-plugin-lingui";

const words = (text) => text.trim().split(/\s+/);

/** Strings that neither begin like a sentence nor have several words. */
const NO_WORDS = "^(?!.*[a-z0-9,.’”:;!?)…] [A-Za-z“(‘0-9·])(?![“(‘]?[A-Z][a-z’]).*$";
/** Styles, selectors, SVG paths, URLs, keyboard keys and HTTP headers. */
const CODE = [
  "(calc|env|var|minmax|repeat|rgba?|color-mix|clamp|min|max|translate|inset|linear-gradient)\\(",
  "\\d(px|fr|rem|em|ms|s|%|mm)\\b",
  "!important|\\.Mui|\\bnoreferrer\\b|^\\d[\\d .]*( auto)?$|^span \\d",
  "^[&.#:@<*]|\\[[a-z-]+[\\]~|^$*=]|^(input|main|html|p|a|nav), |^main ",
  "^[Mm]-?[\\d.]|L\\d",
  "^(https?:|text/|\\(pointer|\\(hover|\\(prefers)",
  "^(Enter|Escape|Tab|Shift|Control|Meta|Alt|Arrow\\w+|Home|End|Page(Up|Down)|Backspace|Delete|Control\\+K.*)$",
  "^[A-Z]\\w+(-[A-Z]\\w+)+$|^Bearer ?$",
];
const NAMES = words(`
  accept align animation background backgroundColor backgroundImage bgcolor border borderBottom borderColor borderLeft
  borderRight borderTop boxShadow className classes color component cursor d data-testid display field filter flex font
  fontFamily fontFeatureSettings gridArea gridColumn gridTemplateAreas gridTemplateColumns gridTemplateRows headers href
  id inputMode key kind method name outline path pattern points position queryKey rel role sizes src style sx target
  textDecoration tone transform transition type value variant viewBox whiteSpace willChange zone`);
const FUNCTIONS = words(`
  Error TypeError CustomEvent Event Map RegExp Set addEventListener closest console.* createElement css endsWith fetch
  getElementById includes keyframes localStorage.* matchMedia matches numberFormat dateFormat displayNames createSvgIcon FontFace DOMException
  querySelector querySelectorAll register removeAttribute replace replaceAll sessionStorage.* setAttribute setValue
  split startsWith styled test watch *.addEventListener *.append *.closest *.createElement *.endsWith *.get *.has
  *.includes *.indexOf *.matches *.matchMedia *.querySelector *.querySelectorAll *.register *.removeAttribute *.replace
  *.replaceAll *.set *.setAttribute *.setProperty *.split *.startsWith *.test *.toLocaleString *.DELETE *.GET *.PATCH
  *.POST *.PUT Intl.* *.getAttribute *.hasAttribute *.insertAdjacentHTML`);

/** Refuses visible texts that are not in a catalogue, so that translators would never see them. */
export const texts = {
  files: ["app", "features", "shared"].map((part) => `web/src/${part}/**/*.{ts,tsx}`),
  ignores: [
    "**/*.test.{ts,tsx}",
    "**/testing/**",
    "web/src/app/prerender.tsx",
    "**/sample-pages.ts",
    // Completes the API's sentences, which are in English.
    "web/src/shared/api/field-labels.ts",
    "web/src/shared/api/schema.ts",
    // Code samples.
    "web/src/features/commerce/developers/samples.ts",
    // Styles.
    "web/src/shared/theme/theme.ts",
  ],
  plugins: { lingui },
  rules: {
    "lingui/t-call-in-function": "error",
    "lingui/no-unlocalized-strings": [
      "error",
      {
        ignore: [NO_WORDS, ...CODE],
        ignoreNames: [...NAMES, { regex: { pattern: "^data-(?!hint)" } }],
        ignoreFunctions: FUNCTIONS,
      },
    ],
  },
};
