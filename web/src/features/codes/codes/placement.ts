import { t } from "@lingui/core/macro";

/** A code's properties in the form: coordinates are separate from properties with custom names. */
export interface PlacementForm {
  rows: { key: string; name: string; value: string }[];
  latitude: string;
  longitude: string;
}

const BOUNDS = { latitude: 90, longitude: 180 } as const;
type Coordinate = keyof typeof BOUNDS;
const COORDINATES = Object.keys(BOUNDS) as Coordinate[];

/** Returns the initial state of the dialog. */
export function placementFormOf(properties: Readonly<Record<string, string>>): PlacementForm {
  const { latitude = "", longitude = "", ...others } = properties;
  return { rows: Object.entries(others).map(([name, value]) => ({ key: name, name, value })), latitude, longitude };
}

/** Returns the properties to save, and the errors by field. Rows without a name and value are ignored. */
export function propertiesOf(form: PlacementForm): {
  properties: Record<string, string>;
  problems: Record<string, string>;
} {
  const properties: Record<string, string> = {};
  const problems: Record<string, string> = {};
  for (const { key, name, value } of form.rows) {
    const plain = name.trim();
    if (plain === "" && value.trim() === "") {
      continue;
    }
    if (plain === "") {
      problems[`name-${key}`] = t`Enter a name`;
    } else if (plain in properties || (COORDINATES as string[]).includes(plain)) {
      problems[`name-${key}`] = t`This name is already used`;
    } else {
      properties[plain] = value.trim();
    }
  }
  for (const name of COORDINATES) {
    const text = form[name].trim().replace(",", ".");
    const degrees = Number(text);
    if (text === "") {
      if (COORDINATES.some((other) => form[other].trim() !== "")) {
        problems[name] = t`Enter both coordinates`;
      }
    } else if (Number.isNaN(degrees) || Math.abs(degrees) > BOUNDS[name]) {
      problems[name] = t`Degrees from −${BOUNDS[name]} to ${BOUNDS[name]}`;
    } else {
      properties[name] = text;
    }
  }
  return { properties, problems };
}
