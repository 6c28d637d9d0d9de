import type { Draft, SlipElement } from "@/features/content/slips/types";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Snapped {
  x: number;
  y: number;
  /** Guide lines to which the box has snapped. */
  guides: { x: number | null; y: number | null };
}

export const GRID_MM = 0.5;
const REACH_MM = 1.5;
const SMALLEST_MM = 1;
const SMALLEST_CODE_MM = 10;
const FARTHEST_MM = 420;

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Returns the nearest point of the grid. */
export function onGrid(value: number): number {
  return rounded(Math.round(value / GRID_MM) * GRID_MM);
}

/** Returns the start of the box, moved so that an edge or its middle is on the nearest line, and that line. */
function onLine(start: number, extent: number, lines: readonly number[]): [number, number | null] {
  let best: [number, number | null] = [onGrid(start), null];
  let nearest = REACH_MM;
  for (const line of lines) {
    for (const offset of [0, extent / 2, extent]) {
      const distance = Math.abs(start + offset - line);
      if (distance < nearest) {
        nearest = distance;
        best = [rounded(line - offset), line];
      }
    }
  }
  return best;
}

/** Returns where a box snaps that is dropped near here: to edges and centres of the slip and of its other elements. */
export function snapped(box: Box, draft: Draft, without: string): Snapped {
  const others = draft.elements.filter((element) => element.id !== without);
  const [x, guideX] = onLine(box.x, box.width, [
    0,
    draft.width_mm / 2,
    draft.width_mm,
    ...others.flatMap((it) => [it.x, it.x + it.width / 2, it.x + it.width]),
  ]);
  const [y, guideY] = onLine(box.y, box.height, [
    0,
    draft.height_mm / 2,
    draft.height_mm,
    ...others.flatMap((it) => [it.y, it.y + it.height / 2, it.y + it.height]),
  ]);
  return { x, y, guides: { x: guideX, y: guideY } };
}

/** Returns the nearest size that the element can have. Codes stay square. */
export function sized(element: SlipElement, width: number, height: number): { width: number; height: number } {
  const smallest = element.type === "code" ? SMALLEST_CODE_MM : SMALLEST_MM / 2;
  const within = (value: number) => rounded(Math.min(Math.max(value, smallest), FARTHEST_MM));
  if (element.type === "code") {
    const side = within(Math.max(width, height));
    return { width: side, height: side };
  }
  return { width: within(width), height: within(height) };
}

/** Returns the nearest position that keeps at least a part of the element on the slip. */
export function placed(element: Box, x: number, y: number, draft: Pick<Draft, "width_mm" | "height_mm">) {
  const within = (value: number, extent: number, size: number) =>
    rounded(Math.min(Math.max(value, 2 - extent), size - 2));
  return { x: within(x, element.width, draft.width_mm), y: within(y, element.height, draft.height_mm) };
}
