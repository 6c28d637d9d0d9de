import { el } from "./dom";
import { brake, type Braking, frames, isStill, mod, pause, restingAt } from "./motion";
import type { Machine, Stage } from "./stage";
import { DRAWINGS, symbolOf } from "./symbols";

const REELS = 3;
const SPEED = 0.0165;
const BEGINS_APART_MS = 110;
const STOPS_APART = [7, 11, 16];
const LEAST_SYMBOLS = 6;
/** The number of rows above and below the one that counts. */
const AROUND = 1;
const SHOWN = 1 + 2 * AROUND;

/** The number of symbols on a reel: all of the game, repeated if there are few. */
export const reelLength = (symbols: number) => symbols * Math.max(1, Math.ceil(LEAST_SYMBOLS / Math.max(1, symbols)));

/** The symbols of a reel from top to bottom; each reel has its own order. */
export function reelOf(symbols: number, reel: number): number[] {
  const length = reelLength(symbols);
  return Array.from({ length }, (_, row) => mod(row * (reel === 1 ? -1 : 1) + reel, symbols));
}

/** The number of rows by which a reel has moved down when a symbol is in the middle. */
export const positionOf = (reel: number[], symbol: number) => mod(-reel.indexOf(symbol), reel.length);

interface Reel {
  symbols: number[];
  strip: HTMLElement;
  position: number;
  speed: number;
  begins: number;
  braking?: Braking;
  brakes: number;
}

/** Three reels with the symbols of the prizes, which start together and stop one after the other. */
export function makeSlot(stage: Stage): Machine {
  const { segments } = stage.setup;
  // With a single prize besides "no prize", further drawings are added so that there is something to turn.
  const count = Math.max(segments.length, Math.min(4, DRAWINGS));
  const box = el("div", { class: "slot", "aria-hidden": "true" });
  const reels: Reel[] = [];
  for (let index = 0; index < REELS; index += 1) {
    const symbols = reelOf(count, index);
    const strip = el("div", { class: "slot-strip" });
    // The first rows are repeated at the end, so that the strip restarts without a visible jump.
    for (let row = -AROUND; row < symbols.length + AROUND + 1; row += 1) {
      const symbol = symbols[mod(row, symbols.length)] ?? 0;
      strip.append(el("div", { class: "slot-cell" }, symbolOf(segments[symbol], symbol)));
    }
    box.append(el("div", { class: "slot-reel" }, strip));
    reels.push({ symbols, strip, position: 0, speed: 0, begins: index * BEGINS_APART_MS, brakes: 0 });
  }
  const lever = el("div", { class: "slot-lever" }, el("span"));
  const machine = el("div", { class: "slot-machine" }, box, lever);
  box.append(el("div", { class: "slot-line" }));
  stage.place.append(machine);
  machine.addEventListener("click", () => stage.go());

  let run = Promise.resolve();
  let isTurning = false;

  const draw = ({ strip, position, symbols }: Reel) => {
    const rows = symbols.length + SHOWN;
    const row = symbols.length - mod(position, symbols.length);
    strip.style.transform = `translateY(${((-(row % symbols.length) / rows) * 100).toFixed(3)}%)`;
  };
  const advance = (passed: number, since: number) => {
    let isMoving = false;
    for (const reel of reels) {
      const { braking } = reel;
      if (braking === undefined) {
        reel.speed = passed < reel.begins ? 0 : SPEED * Math.min(1, (passed - reel.begins) / 260);
        reel.position += reel.speed * since;
        isMoving = true;
      } else if (reel.brakes < braking.lasts) {
        reel.brakes += since;
        reel.position = restingAt(braking, reel.brakes);
        if (reel.brakes >= braking.lasts) {
          stage.sound.play("stop");
          reel.strip.parentElement?.classList.add("is-stopped");
        } else {
          isMoving = true;
        }
      }
      draw(reel);
    }
    isTurning = isMoving;
    return isMoving;
  };
  const rest = async (symbols: number[]) => {
    reels.forEach((reel, index) => {
      const target = positionOf(reel.symbols, mod(symbols[index] ?? 0, count));
      reel.braking = brake(
        reel.position,
        Math.max(reel.speed, SPEED * 0.7),
        target,
        reel.symbols.length,
        STOPS_APART[index] ?? 16,
      );
      reel.brakes = 0;
    });
    await run;
  };
  const mark = (symbols: number[]) => {
    machine.classList.toggle(
      "is-won",
      symbols.every((symbol) => symbol === symbols[0]),
    );
  };

  reels.forEach((reel, index) => {
    reel.position = index;
    draw(reel);
  });
  return {
    start() {
      machine.classList.remove("is-won");
      machine.classList.add("is-pulled");
      if (isStill()) {
        machine.classList.add("is-waiting");
        return;
      }
      for (const reel of reels) {
        reel.braking = undefined;
        reel.brakes = 0;
        reel.strip.parentElement?.classList.remove("is-stopped");
      }
      run = frames(advance);
      isTurning = true;
    },
    async settle({ symbols }, _, isRestored) {
      const shown = symbols ?? [0, 1, 2];
      if (isRestored || isStill()) {
        reels.forEach((reel, index) => {
          reel.position = positionOf(reel.symbols, mod(shown[index] ?? 0, count));
          draw(reel);
        });
      } else {
        await rest(shown);
      }
      machine.classList.remove("is-pulled", "is-waiting");
      mark(shown);
      if (!isRestored) {
        await pause(800);
      }
    },
    async stop() {
      machine.classList.remove("is-pulled", "is-waiting");
      if (isTurning) {
        await rest(reels.map(({ symbols, position }) => symbols[mod(-Math.round(position), symbols.length)] ?? 0));
      }
    },
  };
}
