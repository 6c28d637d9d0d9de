import { valueOf, type TrendPoint } from "@/shared/components/charts/trend-point";

/** Margins around the plot: for the axis labels, for marks above, and for half a label on the right. */
export const MARGIN = { top: 14, right: 12, bottom: 30, left: 46 };
/** The gap between two axis labels, and the maximum width of one letter. */
const GAP = 32;
const LETTER = 6.8;
const MIN_STEPS = 5;
const NICE = [1, 2, 2.5, 5, 10];

/** The numbers on the vertical axis: from zero in five even steps up to at least the largest value. */
export function stepsOf(points: readonly TrendPoint[]): number[] {
  const greatest = Math.max(1, ...points.map((point) => Math.max(valueOf(point) ?? 0, point.previous ?? 0)));
  const size = 10 ** Math.floor(Math.log10(greatest / MIN_STEPS));
  const step =
    NICE.map((nice) => nice * size).find(
      (nice) => nice >= 1 && Number.isInteger(nice) && nice * MIN_STEPS >= greatest,
    ) ?? 1;
  return Array.from({ length: MIN_STEPS + 1 }, (_, place) => place * step);
}

/** The points that get a label below a plot of a width. */
export function labelledPoints(points: readonly TrendPoint[], plot: number): number[] {
  const label = LETTER * Math.max(1, ...points.map((point) => point.label.length));
  const apart = points.length > 1 ? plot / (points.length - 1) : plot;
  const step = Math.max(1, Math.ceil((label + GAP) / apart));
  const last = points.length - 1;
  // The last point always has a label; a label that would overlap it is left out.
  return points.flatMap((_, place) => (place === last || (place % step === 0 && last - place >= step) ? [place] : []));
}

/** Positions of points in a chart of a size. */
export interface Scale {
  x: (place: number) => number;
  y: (value: number) => number;
  bottom: number;
  right: number;
}

export function scaleFor(width: number, height: number, count: number, greatest: number): Scale {
  const [across, up] = [width - MARGIN.left - MARGIN.right, height - MARGIN.top - MARGIN.bottom];
  return {
    x: (place) => MARGIN.left + (count > 1 ? (place * across) / (count - 1) : across / 2),
    y: (value) => MARGIN.top + up - (value * up) / greatest,
    bottom: MARGIN.top + up,
    right: MARGIN.left + across,
  };
}

/** The line through values, with gaps where there is none; with `base`, the area between the line and that height. */
export function pathOf(values: readonly (number | null)[], { x, y }: Scale, base?: number): string {
  const parts: string[] = [];
  let begun = -1;
  values.forEach((value, place) => {
    if (value !== null) {
      parts.push(`${begun === -1 ? "M" : "L"}${round(x(place))},${round(y(value))}`);
      begun = begun === -1 ? place : begun;
    }
    const isLast = place === values.length - 1;
    if (begun !== -1 && (value === null || isLast)) {
      if (base !== undefined) {
        const end = value === null ? place - 1 : place;
        parts.push(`L${round(x(end))},${round(base)}L${round(x(begun))},${round(base)}Z`);
      }
      begun = -1;
    }
  });
  return parts.join("");
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
