import "@testing-library/jest-dom/vitest";
import { StyleSheet } from "@emotion/sheet";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import "@/shared/i18n/language";

// A second, which is the default, is too little where tests share their machine.
const LONGEST_WAIT_MS = 15_000;
configure({ asyncUtilTimeout: LONGEST_WAIT_MS });
const waitFor = vi.waitFor;
vi.waitFor = (callback, options = { timeout: LONGEST_WAIT_MS }) => waitFor(callback, options);

/**
 * What decides whether something is there, can be hit, and where it stands. A query by role asks for the computed style
 * of each element below what it looks at, and happy-dom then tries every rule on it: a quarter of all the time of tests.
 */
const SEEN = /[{;](display|visibility|content-visibility|opacity|pointer-events|user-select|touch-action|top|bottom):/;
/** Sheets of what the running test draws. Emotion's own is older and stays: it remembers what it holds. */
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
