import "@testing-library/jest-dom/vitest";
import { StyleSheet } from "@emotion/sheet";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import "@/shared/i18n/language";

// The default of one second is too short when tests share their machine.
const LONGEST_WAIT_MS = 15_000;
configure({ asyncUtilTimeout: LONGEST_WAIT_MS });
const waitFor = vi.waitFor;
vi.waitFor = (callback, options = { timeout: LONGEST_WAIT_MS }) => waitFor(callback, options);

/**
 * Properties that decide whether something is visible, can be clicked, and where it is. A query by role requests the
 * computed style of each element below its container, and happy-dom then tries every rule on it, which takes a quarter
 * of the total test time.
 */
const SEEN = /[{;](display|visibility|content-visibility|opacity|pointer-events|user-select|touch-action|top|bottom):/;
/**
 * Style sheets created by the running test. Emotion's own sheet is older and stays, because Emotion remembers its
 * content.
 */
const drawn = new Set<StyleSheet>();
let isRunning = false;
/* oxlint-disable @typescript-eslint/unbound-method -- called on the sheets below */
const insert = StyleSheet.prototype.insert;
const hydrate = StyleSheet.prototype.hydrate;
/* oxlint-enable @typescript-eslint/unbound-method */
StyleSheet.prototype.insert = function (this: StyleSheet, rule: string) {
  if (SEEN.test(rule) && !rule.startsWith("@keyframes")) insert.call(this, rule);
};
StyleSheet.prototype.hydrate = function (this: StyleSheet, nodes: HTMLStyleElement[]) {
  if (isRunning) drawn.add(this);
  hydrate.call(this, nodes);
};

beforeEach(() => {
  isRunning = true;
});

afterEach(() => {
  cleanup();
  for (const sheet of drawn) sheet.flush();
  drawn.clear();
  isRunning = false;
  localStorage.clear();
  sessionStorage.clear();
});
