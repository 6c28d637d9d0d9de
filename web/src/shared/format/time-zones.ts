/**
 * Every time zone that the browser knows, and UTC; `current` is included under its own name even if the browser uses
 * another one.
 */
export function timeZones(current = "UTC"): string[] {
  return [...new Set(["UTC", current, ...Intl.supportedValuesOf("timeZone")])].sort(
    (a, b) => Number(b === "UTC") - Number(a === "UTC") || a.localeCompare(b),
  );
}
