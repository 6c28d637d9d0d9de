export interface TrendPoint {
  key: string;
  label: string;
  longLabel: string;
  value: number | null;
  /** The value of a stretch that still runs, and of the one before it: drawn as not yet whole. */
  running: number | null;
  previous: number | null;
  previousLabel: string;
}

/** Something that happened, from one point to another or at one. */
export interface TrendMark {
  from: string;
  to: string;
  texts: readonly string[];
}

/** The value of a point, whole or not. */
export function valueOf(point: TrendPoint): number | null {
  return point.value ?? point.running;
}
