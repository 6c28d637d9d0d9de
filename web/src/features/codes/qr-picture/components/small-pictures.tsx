import { useId } from "react";
import { PLAIN_DESIGN } from "@/shared/codes/plain-design";
import { EYE_BALL_PATHS, EYE_FRAME_PATHS, FRAME_PATHS, MODULE_PATHS } from "@/features/codes/qr-picture/shape-paths";
import type { Design, Frame } from "@/features/codes/qr-picture/types";

export function ModulePicture({ shape }: { shape: keyof typeof MODULE_PATHS }) {
  return (
    <svg viewBox="0 0 5 5" aria-hidden>
      <path d={MODULE_PATHS[shape]} />
    </svg>
  );
}

export function EyeFramePicture({ shape }: { shape: keyof typeof EYE_FRAME_PATHS }) {
  return (
    <svg viewBox="0 0 7 7" aria-hidden>
      <path d={EYE_FRAME_PATHS[shape]} fillRule="evenodd" />
    </svg>
  );
}

export function EyeBallPicture({ shape }: { shape: keyof typeof EYE_BALL_PATHS }) {
  return (
    <svg viewBox="0 0 4 4" aria-hidden>
      <path d={EYE_BALL_PATHS[shape]} />
    </svg>
  );
}

export function FramePicture({ shape }: { shape: Frame["shape"] }) {
  const { box, ink, text } = FRAME_PATHS[shape];
  return (
    <svg viewBox={box} aria-hidden>
      <path d={ink} fillRule="evenodd" />
      <path d={text} style={{ fill: "var(--mui-palette-background-paper)" }} />
    </svg>
  );
}

/** A sample of a design: an eye and some modules in its colours. */
export function PresetPicture({ look }: { look: Partial<Design> }) {
  const id = useId();
  const design = { ...PLAIN_DESIGN, ...look };
  const gradient = design.foreground_gradient;
  const ink = gradient ? `url(#${id})` : design.foreground;
  const stops = gradient?.stops.map((stop) => <stop key={stop.offset} offset={stop.offset} stopColor={stop.color} />);
  return (
    <svg viewBox="0 0 16 16" aria-hidden style={{ width: "100%", display: "block" }}>
      {gradient?.type === "radial" ? (
        <radialGradient id={id} gradientUnits="userSpaceOnUse" cx="8" cy="8" r="9">
          {stops}
        </radialGradient>
      ) : gradient ? (
        <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="16" y2="16">
          {stops}
        </linearGradient>
      ) : null}
      <rect width="16" height="16" fill={design.background} />
      <g transform="translate(2 2)">
        <path
          d={EYE_FRAME_PATHS[design.eye_frame]}
          fillRule="evenodd"
          style={{ fill: design.eye_frame_color ?? ink }}
        />
        <path
          d={EYE_BALL_PATHS[design.eye_ball]}
          transform="translate(1.5 1.5)"
          style={{ fill: design.eye_ball_color ?? ink }}
        />
      </g>
      {[
        [9.5, 2],
        [9.5, 9.5],
        [2, 9.5],
      ].map(([x, y]) => (
        <path
          key={`${x},${y}`}
          d={MODULE_PATHS[design.modules]}
          transform={`translate(${x} ${y})`}
          style={{ fill: ink }}
        />
      ))}
    </svg>
  );
}
