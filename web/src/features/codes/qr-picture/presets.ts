import type { Design, Gradient } from "@/features/codes/qr-picture/types";
import { PLAIN_DESIGN } from "@/shared/codes/plain-design";

export interface Preset {
  name: string;
  design: Partial<Design>;
}

function across(from: string, to: string, angle = 45): Gradient {
  return {
    type: "linear",
    angle,
    stops: [
      { offset: 0, color: from },
      { offset: 1, color: to },
    ],
  };
}

function outwards(from: string, to: string): Gradient {
  return {
    type: "radial",
    angle: 0,
    stops: [
      { offset: 0, color: from },
      { offset: 1, color: to },
    ],
  };
}

/** Popular designs, all of which scan well. A preset does not change the logo or the text of the frame. */
export const PRESETS: readonly Preset[] = [
  { name: "Plain", design: {} },
  { name: "Soft ink", design: { foreground: "#1b2438", modules: "rounded", eye_frame: "soft", eye_ball: "rounded" } },
  {
    name: "Harbor",
    design: {
      foreground: "#163a7a",
      foreground_gradient: across("#0b7a80", "#163a7a"),
      modules: "blob",
      eye_frame: "rounded",
      eye_ball: "circle",
    },
  },
  {
    name: "Dusk",
    design: {
      foreground: "#4f2c7c",
      foreground_gradient: across("#8e1450", "#27206b"),
      modules: "dot",
      eye_frame: "circle",
      eye_ball: "circle",
    },
  },
  {
    name: "Garden",
    design: {
      foreground: "#1d5c38",
      background: "#f4f9f1",
      modules: "classy",
      eye_frame: "leaf",
      eye_ball: "leaf",
      eye_ball_color: "#8a4b08",
    },
  },
  {
    name: "Ember",
    design: {
      foreground: "#7a1f0a",
      foreground_gradient: outwards("#b3300c", "#4a1206"),
      background: "#fff8f0",
      modules: "diamond",
      eye_frame: "octagon",
      eye_ball: "diamond",
    },
  },
  {
    name: "Barcode",
    design: { foreground: "#111111", modules: "bars_vertical", eye_frame: "soft", eye_ball: "rounded" },
  },
  {
    name: "Valentine",
    design: { foreground: "#a3123f", background: "#fff5f7", modules: "heart", eye_frame: "rounded", eye_ball: "heart" },
  },
  {
    name: "Night sky",
    design: {
      foreground: "#1a237e",
      foreground_gradient: outwards("#283593", "#0d1440"),
      modules: "star",
      eye_frame: "shield",
      eye_ball: "star",
      eye_ball_color: "#8a4b08",
    },
  },
  {
    name: "Terracotta",
    design: {
      foreground: "#5b3423",
      background: "#faf3ea",
      modules: "hexagon",
      eye_frame: "octagon",
      eye_ball: "octagon",
      eye_frame_color: "#8f3d1f",
    },
  },
];

/** Applies a preset to a design. Its texts and its logo stay. */
export function withPreset(design: Design, preset: Partial<Design>): Design {
  return {
    ...PLAIN_DESIGN,
    logo: design.logo,
    frame: design.frame,
    error_correction: design.error_correction,
    ...preset,
  };
}

/** Applies the colours and the logo of an organisation to a design. */
export function withBrand(design: Design, color: string, logo: string | null): Design {
  const mark =
    logo === null ? design.logo : { image: logo, size: 0.2, excavate: true, padding: 0.5, plate: "none" as const };
  const frame = design.frame ? { ...design.frame, color, text_color: "#ffffff" } : null;
  return {
    ...withPreset(design, { modules: "rounded", eye_frame: "soft", eye_ball: "rounded", foreground: color }),
    logo: mark,
    frame,
  };
}
