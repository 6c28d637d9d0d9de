import type { Design, Frame } from "@/features/codes/qr-picture/types";

type Names<Value extends string> = Readonly<Record<Value, string>>;

export const MODULE_NAMES: Names<NonNullable<Design["modules"]>> = {
  square: "Squares",
  small_square: "Small squares",
  rounded: "Rounded squares",
  dot: "Dots",
  diamond: "Diamonds",
  hexagon: "Hexagons",
  star: "Stars",
  heart: "Hearts",
  triangle: "Triangles",
  bars_vertical: "Vertical bars",
  bars_horizontal: "Horizontal bars",
  blob: "Flowing",
  classy: "Classy",
};

export const EYE_FRAME_NAMES: Names<NonNullable<Design["eye_frame"]>> = {
  square: "Square",
  soft: "Soft square",
  rounded: "Rounded",
  circle: "Circle",
  leaf: "Leaf",
  drop: "Drop",
  shield: "Shield",
  octagon: "Octagon",
};

export const EYE_BALL_NAMES: Names<NonNullable<Design["eye_ball"]>> = {
  square: "Square",
  rounded: "Rounded",
  circle: "Circle",
  diamond: "Diamond",
  leaf: "Leaf",
  drop: "Drop",
  octagon: "Octagon",
  star: "Star",
  heart: "Heart",
};

export const FRAME_NAMES: Names<Frame["shape"]> = {
  banner_bottom: "Banner below",
  banner_top: "Banner above",
  outline: "Outline",
  ticket: "Ticket",
  bubble: "Speech bubble",
};
