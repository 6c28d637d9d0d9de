import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { components } from "@/shared/api/schema";

export type AiQr = components["schemas"]["AiQr"];
export type AiPicture = components["schemas"]["AiPictureRead"];
export type GenerateAiQr = components["schemas"]["GenerateAiQr"];
export type Media = components["schemas"]["MediaRead"];
export type Style = NonNullable<GenerateAiQr["style"]>;

export interface StyleChoice {
  style: Style;
  label: MessageDescriptor;
  /** A picture of this style that the product itself has generated. */
  sample?: string;
}

/** Palettes of the patterns, by the names that the painter recognises. The first one is random. */
export const COLORS = [
  { value: "Any colours", label: msg`Any colours` },
  { value: "Ocean", label: msg`Ocean` },
  { value: "Sunset", label: msg`Sunset` },
  { value: "Forest", label: msg`Forest` },
  { value: "Coffee", label: msg`Coffee` },
  { value: "Candy", label: msg`Candy` },
  { value: "Night", label: msg`Night` },
  { value: "Rose", label: msg`Rose` },
  { value: "Gold", label: msg`Gold` },
  { value: "Autumn", label: msg`Autumn` },
  { value: "Ice", label: msg`Ice` },
  { value: "Berry", label: msg`Berry` },
  { value: "Citrus", label: msg`Citrus` },
  { value: "Desert", label: msg`Desert` },
  { value: "Ink", label: msg`Ink` },
  { value: "Tropical", label: msg`Tropical` },
] as const;

/** The styles, in the order of the choice. */
export const STYLES: readonly StyleChoice[] = [
  { style: "auto", label: msg`Surprise me` },
  { style: "waves", label: msg`Waves`, sample: "/samples/ai-waves.webp" },
  { style: "mosaic", label: msg`Stained glass`, sample: "/samples/ai-mosaic.webp" },
  { style: "flow", label: msg`Brush strokes`, sample: "/samples/ai-flow.webp" },
  { style: "terrazzo", label: msg`Terrazzo`, sample: "/samples/ai-terrazzo.webp" },
  { style: "night_sky", label: msg`Night sky`, sample: "/samples/ai-night_sky.webp" },
  { style: "botanical", label: msg`Botanical`, sample: "/samples/ai-botanical.webp" },
  { style: "halftone", label: msg`Halftone`, sample: "/samples/ai-halftone.webp" },
  { style: "photo", label: msg`My own image` },
];
