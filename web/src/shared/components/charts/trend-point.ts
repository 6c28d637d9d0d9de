export interface TrendPoint {
  key: string;
  label: string;
  longLabel: string;
  value: number | null;
  /** The value of a period that is still running, and of the one before it; drawn as incomplete. */
  running: number | null;
  previous: number | null;
  previousLabel: string;
}

/** An annotation from one point to another, or at a single one. */
export interface TrendMark {
  from: string;
  to: string;
  texts: readonly string[];
}

/** The value of a point, complete or not. */
export function valueOf(point: TrendPoint): number | null {
  return point.value ?? point.running;
}
