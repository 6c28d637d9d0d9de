/** The minimum contrast of text and essential graphics with their background. */
const ENOUGH = 4.5;
/** The most demanding background of each theme: the darkest of the light theme, and the brightest of the dark one. */
const BEHIND = { light: "#f3f5f8", dark: "#232932" } as const;

type Rgb = readonly [number, number, number];

function partsOf(color: string): Rgb {
  const part = (place: number) => Number.parseInt(color.slice(1 + place * 2, 3 + place * 2), 16);
  return [part(0), part(1), part(2)];
}

function luminanceOf(color: string): number {
  const [red, green, blue] = partsOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colours as WCAG defines it. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function mixed(color: string, towards: number, share: number): string {
  const parts = partsOf(color).map((part) => Math.round(part + (towards - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the colour, darkened or lightened just enough to be readable on the theme's background. */
export function readableColor(color: string, theme: "light" | "dark"): string {
  for (let step = 0; step <= 20; step += 1) {
    const candidate = mixed(color, theme === "light" ? 0 : 255, step / 20);
    if (contrastOf(candidate, BEHIND[theme]) >= ENOUGH) {
      return candidate;
    }
  }
  return theme === "light" ? "#000000" : "#ffffff";
}

/** Returns styles that replace the theme's primary colour in an element by that of a brand. */
export function brandStyles(color: string): Record<string, string | Record<string, string>> {
  const styles = (theme: "light" | "dark") => {
    const main = readableColor(color, theme);
    return {
      "--mui-palette-primary-main": main,
      "--mui-palette-primary-mainChannel": partsOf(main).join(" "),
      "--mui-palette-primary-contrastText":
        contrastOf(main, "#ffffff") >= contrastOf(main, "#10151c") ? "#ffffff" : "#10151c",
    };
  };
  return { ...styles("light"), "html[data-theme='dark'] &": styles("dark") };
}
