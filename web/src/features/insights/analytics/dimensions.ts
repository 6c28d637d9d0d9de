import { displayNames } from "@/shared/format/formatters";

/** What numbers are split and filtered by, with the heading of each. */
const DIMENSIONS = {
  code: "Code",
  base_code: "Base code",
  folder: "Folder",
  placement: "Placement",
  page: "Page",
  country: "Country",
  region: "Region",
  city: "City",
  device: "Device",
  system: "System",
  browser: "Browser",
  language: "Language",
  referrer: "Referrer",
  utm_source: "UTM source",
  utm_medium: "UTM medium",
  utm_campaign: "UTM campaign",
} as const;

/** A property of codes, by the name that the organisation gives it. */
export type Property = `property:${string}`;
type OwnDimension = keyof typeof DIMENSIONS;
export type Dimension = OwnDimension | Property;

/** Those that every organisation has. */
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as OwnDimension[];

const PROPERTY = "property:";
const LONGEST_PROPERTY = 40;

/** The property of this name as a dimension. */
export function propertyOf(name: string): Property {
  return `${PROPERTY}${name}`;
}

export function isProperty(name: string): name is Property {
  return (
    name.startsWith(PROPERTY) && name.length > PROPERTY.length && name.length <= PROPERTY.length + LONGEST_PROPERTY
  );
}

/** What a dimension is called. */
export function headingOf(dimension: Dimension): string {
  if (isProperty(dimension)) {
    const name = dimension.slice(PROPERTY.length);
    return name.charAt(0).toUpperCase() + name.slice(1);
  }
  return DIMENSIONS[dimension];
}

/** The dimensions among these names, properties last. */
export function dimensionsAmong(names: Iterable<string>): Dimension[] {
  const known = new Set(names);
  return [...DIMENSION_NAMES.filter((name) => known.has(name)), ...[...known].filter(isProperty)];
}

/** Dimensions that share a card, the first one shown first. */
export const CARDS: readonly (readonly [Dimension, ...Dimension[]])[] = [
  ["code", "placement", "folder", "page", "base_code"],
  ["country", "region", "city"],
  ["device", "system", "browser", "language"],
  ["referrer", "utm_source", "utm_medium", "utm_campaign"],
];

const UNKNOWN: Partial<Record<Dimension, string>> = {
  folder: "No folder",
  placement: "No placement",
  page: "No page",
  referrer: "Direct or unknown",
  utm_source: "None",
  utm_medium: "None",
  utm_campaign: "None",
};

function nameOf(type: "region" | "language", code: string): string {
  try {
    return displayNames("en", { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** A value as people read it. The empty one stands for not known. */
export function labelOf(dimension: Dimension, value: string): string {
  if (isProperty(dimension)) {
    return value === "" ? `No ${dimension.slice(PROPERTY.length)}` : value;
  }
  if (value === "") {
    return UNKNOWN[dimension] ?? "Unknown";
  }
  switch (dimension) {
    case "country":
      return nameOf("region", value);
    case "language":
      return nameOf("language", value);
    case "device":
      return value.slice(0, 1).toUpperCase() + value.slice(1);
    default:
      return value;
  }
}
