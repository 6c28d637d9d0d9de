import type { StylisPlugin } from "@emotion/cache";

/** Properties that current browsers know only with a prefix: Safari, and Chrome before 136 (caniuse.com). */
const PREFIXED = new Set(["user-select", "print-color-adjust", "backdrop-filter"]);

/**
 * Adds the prefixes that are still needed. Emotion's own prefixer covers the last fifteen years and hashes each
 * declaration to find its prefixes, which takes half the time of processing the theme's hundreds of variables.
 */
export const prefixed: StylisPlugin = (element) => {
  if (element.type === "decl" && typeof element.props === "string" && PREFIXED.has(element.props)) {
    element.return = `-webkit-${element.value}${element.value}`;
  }
};
