import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Design, EyeLook, Eyes } from "@/features/codes/qr-picture/types";

export type Corner = keyof Eyes;

export const CORNER_NAMES: Readonly<Record<Corner, MessageDescriptor>> = {
  top_left: msg`Top left`,
  top_right: msg`Top right`,
  bottom_left: msg`Bottom left`,
};

const CORNERS = Object.keys(CORNER_NAMES) as Corner[];

/** Returns the look of a corner: its own, or that of the others. */
export function cornerStyle(design: Design, corner: Corner): EyeLook {
  const own = design.eyes?.[corner];
  return {
    frame: own?.frame ?? design.eye_frame,
    ball: own?.ball ?? design.eye_ball,
    frame_color: own?.frame_color ?? design.eye_frame_color ?? null,
    ball_color: own?.ball_color ?? design.eye_ball_color ?? null,
  };
}

/** Changes the look of one corner. Null makes it like the others. */
export function withCorner(design: Design, corner: Corner, part: EyeLook | null): Design {
  const own = part === null ? null : { ...design.eyes?.[corner], ...part };
  return { ...design, eyes: tidied({ ...design.eyes, [corner]: own }) };
}

/** Changes the shape of all corners, also of those with their own. */
export function withAllCorners(design: Design, shape: Partial<Pick<Design, "eye_frame" | "eye_ball">>): Design {
  const cleared: EyeLook = { ...(shape.eye_frame ? { frame: null } : {}), ...(shape.eye_ball ? { ball: null } : {}) };
  const eyes: Eyes = {};
  for (const corner of CORNERS) {
    eyes[corner] = design.eyes?.[corner] ? { ...design.eyes[corner], ...cleared } : null;
  }
  return { ...design, ...shape, eyes: tidied(eyes) };
}

function tidied(eyes: Eyes): Eyes | null {
  const remaining: Eyes = {};
  for (const corner of CORNERS) {
    const own = eyes[corner];
    remaining[corner] = own && Object.values(own).some((value) => value != null) ? own : null;
  }
  return Object.values(remaining).some((own) => own !== null) ? remaining : null;
}
