import type { components } from "@/shared/api/schema";

/** The plain design of a code's picture, with every field set explicitly. */
export const PLAIN_DESIGN: components["schemas"]["Design-Output"] = {
  foreground: "#000000",
  foreground_gradient: null,
  background: "#ffffff",
  background_gradient: null,
  transparent: false,
  modules: "square",
  eye_frame: "square",
  eye_ball: "square",
  eye_frame_color: null,
  eye_ball_color: null,
  eyes: null,
  logo: null,
  frame: null,
  error_correction: "M",
  quiet_zone: 4,
};
