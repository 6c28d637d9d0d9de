import type { StylisPlugin } from "@emotion/cache";

/** What a browser of today still knows by another name only: Safari, and Chrome before 136 (caniuse.com). */
const PREFIXED = new Set(["user-select", "print-color-adjust", "backdrop-filter"]);

/** Adds the names that are still needed. Emotion's own prefixer knows all of the last fifteen years and hashes each
 * declaration to find its own: half the time that the theme's hundreds of variables take. */
export const prefixed: StylisPlugin = (element) => {
  if (element.type === "decl" && typeof element.props === "string" && PREFIXED.has(element.props)) {
    element.return = `-webkit-${element.value}${element.value}`;
  }
};
