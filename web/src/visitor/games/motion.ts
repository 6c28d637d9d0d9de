/** Whether this visitor wants nothing to move. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The rest of a division, never negative. */
export const mod = (value: number, by: number) => ((value % by) + by) % by;

/** Calls `draw` with the milliseconds since now and since the last frame, until it answers false. */
export function frames(draw: (passed: number, since: number) => boolean): Promise<void> {
  return new Promise((done) => {
    const begun = performance.now();
    let last = begun;
    const next = (now: number) => {
      // A tab that was away for a while goes on where it was.
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

/** How something that turns comes to rest on a place: how far it still goes, and how long that lasts. */
export interface Braking {
  from: number;
  distance: number;
  lasts: number;
}

const POWER = 2.4;

/** Brakes from a speed (units a millisecond) so that it rests on `target`, after `least` units or more of `around`. */
export function brake(from: number, speed: number, target: number, around: number, least: number): Braking {
  const distance = least + mod(target - from - least, around);
  return { from, distance, lasts: (POWER * distance) / speed };
}

/** Where it is after so many milliseconds of braking. It begins at the speed it had, and ends on its place. */
export function restingAt({ from, distance, lasts }: Braking, passed: number): number {
  const left = 1 - Math.min(1, passed / lasts);
  return from + distance * (1 - left ** POWER);
}

/** A number between 0 and 1 that is always the same for a text: what looks random, and is drawn alike again. */
export function shareOf(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 4_294_967_296;
}
