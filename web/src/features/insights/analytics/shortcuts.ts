import type { Interval } from "@/features/insights/analytics/ranges";

/** Shortcuts that select a range. */
export const RANGE_KEYS: Readonly<Record<string, Interval>> = {
  t: "1day",
  h: "24hour",
  y: "-1day",
  w: "1week",
  "7": "7day",
  m: "1month",
  "3": "30day",
  "9": "90day",
  r: "1year",
  a: "all",
};

const TYPING = "input, textarea, select, [contenteditable]:not([contenteditable=false])";
const OVER = '[role="dialog"], [role="menu"], [role="listbox"]';

/** Returns the key of a shortcut, or null while the user types, holds a modifier or has something open. */
export function shortcutOf(event: KeyboardEvent): string | null {
  const { target, key } = event;
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) {
    return null;
  }
  if (target instanceof Element && target.closest(TYPING) !== null) {
    return null;
  }
  return document.querySelector(OVER) === null ? key.toLowerCase() : null;
}
