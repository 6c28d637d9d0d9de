/** Every time zone that the browser knows, and UTC; `kept` is among them whatever this browser calls it. */
export function timeZones(current = "UTC"): string[] {
  return [...new Set(["UTC", current, ...Intl.supportedValuesOf("timeZone")])].sort(
    (a, b) => Number(b === "UTC") - Number(a === "UTC") || a.localeCompare(b),
  );
}
