/** How opaque the theme's colour is on a country of each step; the first is a country without any. */
export const OPACITIES = [0, 0.18, 0.36, 0.55, 0.75, 0.95] as const;

/** The greatest number of each step from 1 on, growing by the same factor, so that the largest does not
 * make all others look alike. Fewer steps where there are fewer numbers. */
export function stepsUpTo(most: number): number[] {
  const steps = OPACITIES.length - 1;
  const bounds = Array.from({ length: steps }, (_, place) => Math.round((most + 1) ** ((place + 1) / steps) - 1));
  return [...new Set(bounds)].filter((bound) => bound > 0);
}

/** Which shade a number has: 0 for none, else the place of its step. */
export function shadeOf(value: number, steps: readonly number[]): number {
  if (value <= 0) {
    return 0;
  }
  const place = steps.findIndex((bound) => value <= bound);
  const missing = OPACITIES.length - 1 - steps.length;
  return (place === -1 ? steps.length : place + 1) + missing;
}
