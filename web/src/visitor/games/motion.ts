/** Whether the visitor prefers reduced motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The remainder of a division, never negative. */
export const mod = (value: number, by: number) => ((value % by) + by) % by;

/**
 * Calls `draw` in each frame with the milliseconds since the start and since the last frame, until it returns false.
 */
export function frames(draw: (passed: number, since: number) => boolean): Promise<void> {
  return new Promise((done) => {
    const begun = performance.now();
    let last = begun;
    const next = (now: number) => {
      // After its tab was in the background, the animation continues where it was.
      const goesOn = draw(Math.max(0, now - begun), Math.min(64, Math.max(0, now - last)));
      last = now;
      if (goesOn) {
        requestAnimationFrame(next);
      } else {
        done();
      }
    };
    requestAnimationFrame(next);
  });
}

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** How a turning object stops at a target: the distance that remains, and how long it takes. */
export interface Braking {
  from: number;
  distance: number;
  lasts: number;
}

const POWER = 2.4;

/**
 * Brakes from a speed (in units per millisecond) so that the object stops at `target`, modulo `around`, after at least
 * `least` units.
 */
export function brake(from: number, speed: number, target: number, around: number, least: number): Braking {
  const distance = least + mod(target - from - least, around);
  return { from, distance, lasts: (POWER * distance) / speed };
}

/** The position after this many milliseconds of braking. It starts with the given speed and ends at the target. */
export function restingAt({ from, distance, lasts }: Braking, passed: number): number {
  const left = 1 - Math.min(1, passed / lasts);
  return from + distance * (1 - left ** POWER);
}

/** A number between 0 and 1 that is always the same for a text: it looks random and is reproducible. */
export function shareOf(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 4_294_967_296;
}
