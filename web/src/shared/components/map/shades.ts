/** The opacity of the theme's color on a country at each step; the first is for countries with a value of 0. */
export const OPACITIES = [0, 0.18, 0.36, 0.55, 0.75, 0.95] as const;

/**
 * The upper bound of each step from 1 on, growing by a constant factor, so that the largest number does not make all
 * others look alike. Small numbers have fewer steps.
 */
export function stepsUpTo(most: number): number[] {
  const steps = OPACITIES.length - 1;
  const bounds = Array.from({ length: steps }, (_, place) => Math.round((most + 1) ** ((place + 1) / steps) - 1));
  return [...new Set(bounds)].filter((bound) => bound > 0);
}

/** The shade of a number: 0 for none, otherwise the index of its step. */
export function shadeOf(value: number, steps: readonly number[]): number {
  if (value <= 0) {
    return 0;
  }
  const place = steps.findIndex((bound) => value <= bound);
  const missing = OPACITIES.length - 1 - steps.length;
  return (place === -1 ? steps.length : place + 1) + missing;
}
