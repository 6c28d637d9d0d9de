const DEFAULT_BRAND = "#1f4fa3";

const HEX = /^#[0-9a-f]{6}$/i;

function channel(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** How light a colour is, as WCAG counts it: 0 is black, 1 is white. */
function luminance(color: string): number {
  const part = (start: number) => channel(Number.parseInt(color.slice(start, start + 2), 16));
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

/** Contrast of two colours, 1 to 21. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Black or white, whichever reads better; one of them always reaches 4.5. */
function inkOn(color: string): "#000000" | "#ffffff" {
  return contrast(color, "#ffffff") >= contrast(color, "#000000") ? "#ffffff" : "#000000";
}

/** A colour written as we write them; undefined for anything else. */
function hexColor(text: string | null | undefined): string | undefined {
  const color = text?.trim() ?? "";
  return HEX.test(color) ? color.toLowerCase() : undefined;
}

/** The variables of a page: the brand's colour with what is readable on it, and the ground. */
export function pageVariables(brandColor?: string | null, background?: string | null): Record<string, string> {
  const brand = hexColor(brandColor) ?? DEFAULT_BRAND;
  const ground = hexColor(background);
  return {
    "--brand": brand,
    "--on-brand": inkOn(brand),
    ...(ground === undefined ? {} : { "--page": ground }),
  };
}

/** Whether the ground asks for light letters, dark ones, or leaves it to the device. */
export function toneOf(background?: string | null): "plain" | "light" | "dark" {
  const ground = hexColor(background);
  if (ground === undefined) {
    return "plain";
  }
  return inkOn(ground) === "#ffffff" ? "dark" : "light";
}
