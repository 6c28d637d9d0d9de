import type { components } from "@/shared/api/schema";

export type AiQr = components["schemas"]["AiQr"];
export type AiPicture = components["schemas"]["AiPictureRead"];
export type GenerateAiQr = components["schemas"]["GenerateAiQr"];
export type Media = components["schemas"]["MediaRead"];
export type Style = NonNullable<GenerateAiQr["style"]>;

export interface StyleChoice {
  style: Style;
  label: string;
  /** A picture of this style that the product itself has made. */
  sample?: string;
}

/** Palettes of the patterns: the first lets chance decide. */
export const COLORS = [
  "Any colours",
  "Ocean",
  "Sunset",
  "Forest",
  "Coffee",
  "Candy",
  "Night",
  "Rose",
  "Gold",
  "Autumn",
  "Ice",
  "Berry",
  "Citrus",
  "Desert",
  "Ink",
  "Tropical",
] as const;

/** The styles, in the order in which they are offered. */
export const STYLES: readonly StyleChoice[] = [
  { style: "auto", label: "Surprise me" },
  { style: "waves", label: "Waves", sample: "/samples/ai-waves.webp" },
  { style: "mosaic", label: "Stained glass", sample: "/samples/ai-mosaic.webp" },
  { style: "flow", label: "Brush strokes", sample: "/samples/ai-flow.webp" },
  { style: "terrazzo", label: "Terrazzo", sample: "/samples/ai-terrazzo.webp" },
  { style: "night_sky", label: "Night sky", sample: "/samples/ai-night_sky.webp" },
  { style: "botanical", label: "Botanical", sample: "/samples/ai-botanical.webp" },
  { style: "halftone", label: "Halftone", sample: "/samples/ai-halftone.webp" },
  { style: "photo", label: "My own image" },
];
