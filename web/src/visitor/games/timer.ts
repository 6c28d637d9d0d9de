import { el } from "./dom";
import type { Stage } from "./stage";

interface Timer {
  bar: HTMLElement;
  /** Resolves when time is up. */
  over: Promise<undefined>;
  stop: () => void;
}

const LAST_SECONDS = 10;

/**
 * A bar that empties while time runs, with the remaining seconds beside it; empty if a round has no time limit. `age`
 * is the number of milliseconds that have already passed.
 */
export function startTimer(stage: Stage, seconds: number | null, age = 0): Timer {
  const fill = el("span", { class: "game-timer-fill" });
  const text = el("span", { class: "game-timer-text", role: "timer" });
  const bar = el(
    "div",
    { class: "game-timer", hidden: seconds === null },
    el("span", { class: "game-timer-track" }, fill),
    text,
  );
  if (seconds === null) {
    return { bar, over: new Promise(() => undefined), stop: () => undefined };
  }
  const ends = performance.now() + seconds * 1000 - age;
  // The browser animates the bar by itself; the script only updates the number.
  const moving = fill.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], {
    duration: seconds * 1000,
    fill: "both",
    delay: -age,
  });
  let tick: ReturnType<typeof setTimeout>;
  const over = new Promise<undefined>((done) => {
    const write = () => {
      const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
      text.textContent = stage.number(left);
      bar.classList.toggle("is-short", left <= Math.min(LAST_SECONDS, seconds / 3));
      if (left === 0) {
        done(undefined);
      } else {
        tick = setTimeout(write, 250);
      }
    };
    write();
  });
  return {
    bar,
    over,
    stop: () => {
      clearTimeout(tick);
      moving.pause();
    },
  };
}
