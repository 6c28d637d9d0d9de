import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { countryName, languageName } from "@/shared/format/names";

/** The dimensions by which numbers are split and filtered, with the heading of each. */
const DIMENSIONS = {
  code: msg`Code`,
  base_code: msg`Base code`,
  folder: msg`Folder`,
  placement: msg`Placement`,
  page: msg`Page`,
  country: msg`Country`,
  region: msg`Region`,
  city: msg`City`,
  device: msg`Device`,
  system: msg`System`,
  browser: msg`Browser`,
  language: msg`Language`,
  referrer: msg`Referrer`,
  utm_source: msg`UTM source`,
  utm_medium: msg`UTM medium`,
  utm_campaign: msg`UTM campaign`,
} as const;

/** A property of codes, by the name that the organisation gives it. */
export type Property = `property:${string}`;
type OwnDimension = keyof typeof DIMENSIONS;
export type Dimension = OwnDimension | Property;

/** The dimensions that every organisation has. */
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as OwnDimension[];

const PROPERTY = "property:";
const LONGEST_PROPERTY = 40;

/** Returns the property of this name as a dimension. */
export function propertyOf(name: string): Property {
  return `${PROPERTY}${name}`;
}

export function isProperty(name: string): name is Property {
  return (
    name.startsWith(PROPERTY) && name.length > PROPERTY.length && name.length <= PROPERTY.length + LONGEST_PROPERTY
  );
}

/** Returns the heading of a dimension. */
export function headingOf(dimension: Dimension): string {
  if (isProperty(dimension)) {
    const name = dimension.slice(PROPERTY.length);
    return name.charAt(0).toUpperCase() + name.slice(1);
  }
  return t(DIMENSIONS[dimension]);
}

/** Describes a filter: the value that is shown or excluded. */
export function filterText(dimension: Dimension, value: string, isExcluded: boolean): string {
  const heading = headingOf(dimension);
  return isExcluded ? t`${heading} is not ${value}` : t`${heading}: ${value}`;
}

/** Returns the dimensions among these names, properties last. */
export function dimensionsAmong(names: Iterable<string>): Dimension[] {
  const known = new Set(names);
  return [...DIMENSION_NAMES.filter((name) => known.has(name)), ...[...known].filter(isProperty)];
}

/** Dimensions that share a card, the default one first. */
export const CARDS: readonly (readonly [Dimension, ...Dimension[]])[] = [
  ["code", "placement", "folder", "page", "base_code"],
  ["country", "region", "city"],
  ["device", "system", "browser", "language"],
  ["referrer", "utm_source", "utm_medium", "utm_campaign"],
];

const UNKNOWN: Partial<Record<Dimension, MessageDescriptor>> = {
  folder: msg`No folder`,
  placement: msg`No placement`,
  page: msg`No page`,
  referrer: msg`Direct or unknown`,
  utm_source: msg`None`,
  utm_medium: msg`None`,
  utm_campaign: msg`None`,
};

/** Returns the label of a value. The empty value means unknown. */
export function labelOf(dimension: Dimension, value: string): string {
  if (isProperty(dimension)) {
    return value === "" ? t`No ${dimension.slice(PROPERTY.length)}` : value;
  }
  if (value === "") {
    return t(UNKNOWN[dimension] ?? msg`Unknown`);
  }
  switch (dimension) {
    case "country":
      return countryName(value);
    case "language":
      return languageName(value);
    case "device":
      return value.slice(0, 1).toUpperCase() + value.slice(1);
    default:
      return value;
  }
}
