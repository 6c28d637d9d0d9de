import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Design, Frame } from "@/features/codes/qr-picture/types";

type Names<Value extends string> = Readonly<Record<Value, MessageDescriptor>>;

export const MODULE_NAMES: Names<NonNullable<Design["modules"]>> = {
  square: msg`Squares`,
  small_square: msg`Small squares`,
  rounded: msg`Rounded squares`,
  dot: msg`Dots`,
  diamond: msg`Diamonds`,
  hexagon: msg`Hexagons`,
  star: msg`Stars`,
  heart: msg`Hearts`,
  triangle: msg`Triangles`,
  bars_vertical: msg`Vertical bars`,
  bars_horizontal: msg`Horizontal bars`,
  blob: msg`Flowing`,
  classy: msg`Classy`,
};

export const EYE_FRAME_NAMES: Names<NonNullable<Design["eye_frame"]>> = {
  square: msg`Square`,
  soft: msg`Soft square`,
  rounded: msg`Rounded`,
  circle: msg`Circle`,
  leaf: msg`Leaf`,
  drop: msg`Drop`,
  shield: msg`Shield`,
  octagon: msg`Octagon`,
};

export const EYE_BALL_NAMES: Names<NonNullable<Design["eye_ball"]>> = {
  square: msg`Square`,
  rounded: msg`Rounded`,
  circle: msg`Circle`,
  diamond: msg`Diamond`,
  leaf: msg`Leaf`,
  drop: msg`Drop`,
  octagon: msg`Octagon`,
  star: msg`Star`,
  heart: msg`Heart`,
};

export const FRAME_NAMES: Names<Frame["shape"]> = {
  banner_bottom: msg`Banner below`,
  banner_top: msg`Banner above`,
  outline: msg`Outline`,
  ticket: msg`Ticket`,
  bubble: msg`Speech bubble`,
};
