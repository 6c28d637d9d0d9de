import sansBold from "@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf?url";
import sans from "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf?url";
import serifBold from "@expo-google-fonts/source-serif-4/700Bold/SourceSerif4_700Bold.ttf?url";
import serif from "@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf?url";

/** The font families for the browser. The printer uses the very same files. */
// eslint-disable-next-line lingui/no-unlocalized-strings -- names of fonts
export const FAMILIES = { sans: "Waypost Slip Sans", serif: "Waypost Slip Serif" } as const;

const FACES = [
  [FAMILIES.sans, "400", sans],
  [FAMILIES.sans, "700", sansBold],
  [FAMILIES.serif, "400", serif],
  [FAMILIES.serif, "700", serifBold],
] as const;

let isLoaded = false;

/** Registers the fonts of printed slips with the browser, once. */
export function loadFonts(): void {
  if (!isLoaded && "FontFace" in globalThis) {
    isLoaded = true;
    for (const [family, weight, url] of FACES) {
      document.fonts.add(new FontFace(family, `url(${url})`, { weight }));
    }
  }
}
