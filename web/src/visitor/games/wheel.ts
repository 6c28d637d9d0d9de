import { svg } from "./dom";
import { brake, type Braking, frames, isStill, mod, pause, restingAt, shareOf } from "./motion";
import type { Segment } from "./protocol";
import type { Machine, Stage } from "./stage";

const LEAST_PARTS = 6;
const SPEED = 0.58;
const SPEEDS_UP_MS = 380;
const LEAST_TURN = 600;
const RADIUS = 186;
const COLORS = 6;
/**
 * The largest distance between the pointer's resting position and the middle of a segment, as a share of half a
 * segment: it never stops on an edge.
 */
const AWAY = 0.36;

/** How often all segments are repeated on the wheel: with two or three parts it would not look like a wheel. */
export const copiesOf = (segments: number) => Math.max(1, Math.ceil(LEAST_PARTS / Math.max(1, segments)));

/** The clockwise rotation of the wheel in degrees when the pointer at its top is on a part. */
export function angleOf(part: number, parts: number, away = 0): number {
  return mod((-(part + 0.5 + away / 2) * 360) / parts, 360);
}

/** The part below the pointer at a rotation of the wheel. */
export const partAt = (angle: number, parts: number) =>
  Math.min(parts - 1, Math.floor(mod(-angle, 360) / (360 / parts)));

/** Breaks a name into at most two lines of about this many letters. */
export function linesOf(name: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of name.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  const shown = lines.slice(0, 2).map((line) => (line.length > letters + 1 ? `${line.slice(0, letters)}…` : line));
  if (lines.length > 2 && shown[1] !== undefined && !shown[1].endsWith("…")) {
    shown[1] += "…";
  }
  return shown;
}

const point = (degrees: number, radius: number) => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
};

function partOf(segment: Segment, index: number, parts: number): SVGGElement {
  const step = 360 / parts;
  // The first and the last part are neighbours and must never have the same color.
  const color = index === parts - 1 && index % COLORS === 0 ? 2 : index % COLORS;
  const big = step > 180 ? 1 : 0;
  const path = `M0 0L${point(0, RADIUS)}A${RADIUS} ${RADIUS} 0 ${big} 1 ${point(step, RADIUS)}Z`;
  const group = svg("g", { class: `wheel-part game-color-${color}`, transform: `rotate(${index * step})` });
  group.append(svg("path", { d: path }));
  const label = svg("g", { transform: `rotate(${step / 2})` });
  const size = parts > 9 ? 11.5 : parts > 7 ? 14 : 16;
  // As many letters as fit the width of the part at the height of the name.
  const letters = Math.max(6, Math.floor((2 * Math.PI * 118) / parts / (size * 0.56)));
  const lines = linesOf(segment.name, letters);
  const top = segment.picture_url === null ? 138 : 112;
  if (segment.picture_url !== null) {
    const side = Math.min(52, 300 / parts);
    label.append(
      svg("circle", { cx: 0, cy: -150, r: side / 2 + 3, class: "wheel-plate" }),
      svg("image", {
        href: segment.picture_url,
        x: -side / 2,
        y: -150 - side / 2,
        width: side,
        height: side,
        preserveAspectRatio: "xMidYMid slice",
        "clip-path": "inset(0 round 50%)",
      }),
    );
  }
  lines.forEach((line, row) => {
    const y = -(top - row * size * 1.15) + (segment.picture_url === null && lines.length === 1 ? 8 : 0);
    label.append(svg("text", { x: 0, y, "font-size": size, "text-anchor": "middle" }, line));
  });
  group.append(label);
  return group;
}

/** Every second bulb is in a separate group, so that two layers blink instead of every bulb. */
function bulbs(count: number): SVGGElement[] {
  const groups = [svg("g", { class: "wheel-bulb" }), svg("g", { class: "wheel-bulb wheel-odd" })];
  for (let index = 0; index < count; index += 1) {
    const [cx = "0", cy = "0"] = point((360 / count) * index, 193).split(" ");
    groups[index % 2]?.append(svg("circle", { cx, cy, r: 3.2 }));
  }
  return groups;
}

/** A wheel with all segments, which turns as soon as it is pressed or flicked and stops at the outcome. */
export function makeWheel(stage: Stage): Machine {
  const { segments } = stage.setup;
  const copies = copiesOf(segments.length);
  const shown = Array.from({ length: copies }, () => segments).flat();
  const parts = shown.length;
  const view = { viewBox: "-206 -206 412 412", "aria-hidden": "true" };
  const turning = svg("svg", { ...view, class: "wheel-turning" });
  const rows = shown.map((segment, index) => partOf(segment, index, parts));
  turning.append(...rows);
  for (let index = 0; index < parts; index += 1) {
    const [cx = "0", cy = "0"] = point((360 / parts) * index, RADIUS - 3).split(" ");
    turning.append(svg("circle", { cx, cy, r: 3.4, class: "wheel-peg" }));
  }
  const rim = svg(
    "svg",
    { ...view, class: "wheel-rim" },
    svg("circle", { r: 193, class: "wheel-ring" }),
    svg("circle", { r: 40, class: "wheel-hub-edge" }),
    svg("circle", { r: 34, class: "wheel-hub" }),
    svg("path", {
      d: "M0-17l5 11.5 12.500 1.200-9.400 8.300 2.800 12.200L0 9.800l-10.900 6.400 2.800-12.200-9.400-8.300 12.500-1.200z",
      class: "wheel-star",
    }),
    ...bulbs(24),
  );
  const pointer = svg(
    "svg",
    { viewBox: "-20 -12 40 56", class: "wheel-pointer", "aria-hidden": "true" },
    svg("path", { d: "M0 42C-5 26-15 16-15 4a15 15 0 0 1 30 0C15 16 5 26 0 42z" }),
    svg("circle", { cy: 4, r: 5 }),
  );
  const wheel = document.createElement("div");
  wheel.className = "wheel";
  wheel.append(turning, rim, pointer);
  stage.place.append(wheel);

  let angle = 0;
  let speed = 0;
  let braking: Braking | undefined;
  let isTurning = false;
  let run = Promise.resolve();

  const draw = () => {
    turning.style.transform = `rotate(${angle.toFixed(2)}deg)`;
    // Each peg pushes the pointer aside, and it springs back before the next one.
    const since = mod(-angle, 360 / parts) / (360 / parts);
    const push = isTurning ? Math.max(0, 1 - since * 3) * Math.min(1, speed * 9) : 0;
    pointer.style.transform = `rotate(${(-push * 24).toFixed(1)}deg)`;
  };
  const advance = (passed: number, since: number) => {
    const before = partAt(angle, parts);
    const previous = angle;
    if (braking === undefined) {
      // The wheel first moves back a little, like a hand before a throw.
      speed = passed < 90 ? -0.05 : Math.max(speed, SPEED * Math.min(1, (passed - 90) / SPEEDS_UP_MS));
      angle += speed * since;
    } else {
      brakes += since;
      angle = restingAt(braking, brakes);
      speed = since > 0 ? (angle - previous) / since : speed;
    }
    if (partAt(angle, parts) !== before) {
      stage.sound.play("tick");
    }
    isTurning = braking === undefined || brakes < braking.lasts;
    draw();
    return isTurning;
  };
  let brakes = 0;
  const rest = async (target: number) => {
    braking = brake(angle, Math.max(speed, SPEED * 0.6), target, 360, LEAST_TURN);
    brakes = 0;
    await run;
    angle = mod(angle, 360);
  };
  const partOfOutcome = (segment: number, seed: string) =>
    (segment % segments.length) + segments.length * Math.floor(shareOf(seed) * copies);

  wheel.addEventListener("click", () => stage.go());
  flick(wheel, () => stage.go());

  return {
    start() {
      for (const row of rows) {
        row.classList.remove("wheel-won", "wheel-lost");
      }
      if (isStill()) {
        wheel.classList.add("is-waiting");
        return;
      }
      braking = undefined;
      speed = 0;
      run = frames(advance);
    },
    async settle({ segment }, playId, isRestored) {
      const part = partOfOutcome(segment, playId);
      const target = angleOf(part, parts, (shareOf(`${playId}.rest`) * 2 - 1) * AWAY);
      wheel.classList.remove("is-waiting");
      if (isRestored || isStill()) {
        angle = target;
        draw();
      } else {
        await rest(target);
      }
      rows.forEach((row, index) => row.classList.add(index === part ? "wheel-won" : "wheel-lost"));
      stage.sound.play("stop");
      if (!isRestored) {
        await pause(900);
      }
    },
    async stop() {
      wheel.classList.remove("is-waiting");
      if (isTurning) {
        await rest(angle);
      }
    },
  };
}

/** Detects a finger or a mouse that flicks the wheel. */
function flick(wheel: HTMLElement, throwIt: () => void): void {
  let begun: PointerEvent | undefined;
  wheel.addEventListener("pointerdown", (event) => {
    begun = event.isPrimary ? event : undefined;
  });
  addEventListener("pointerup", (event) => {
    if (begun?.pointerId === event.pointerId) {
      const far = Math.hypot(event.clientX - begun.clientX, event.clientY - begun.clientY);
      begun = undefined;
      if (far > 24 && event.timeStamp > 0) {
        throwIt();
      }
    }
  });
}
