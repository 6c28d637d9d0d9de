import { el } from "./dom";
import { isStill, pause } from "./motion";
import type { Input } from "./protocol";
import type { RoundOf } from "./stage";
import { startTimer } from "./timer";

const COUNTED_DOWN = [3, 2, 1];
const DEFAULT_SECONDS = 10;

/** A target to tap as often as possible before time runs out. */
export const playTap: RoundOf = async (stage, answer, send) => {
  const seconds = answer.round?.seconds ?? DEFAULT_SECONDS;
  const number = el("span", { class: "tap-number", "aria-hidden": "true" }, "3");
  const target = el("button", { type: "button", class: "tap-target", "aria-label": stage.word("tap_here") }, number);
  const place = el("div", { class: "tap" }, target);
  stage.place.replaceChildren(place);
  target.focus({ preventScroll: true });
  for (const second of COUNTED_DOWN) {
    number.textContent = stage.number(second);
    stage.say(stage.number(second));
    stage.sound.play("tick");
    await pause(700);
  }
  stage.say(stage.word("tap_now"));
  stage.sound.play("match");
  target.classList.add("is-live");
  const begun = performance.now();
  const timer = startTimer(stage, seconds);
  place.prepend(timer.bar);
  const inputs: Input[] = [];
  stage.inputs = inputs;
  const tap = () => {
    inputs.push({ at_ms: Math.min(seconds * 1000, Math.round(performance.now() - begun)) });
    number.textContent = stage.number(inputs.length);
    stage.sound.play("tap");
    if (!isStill()) {
      target.animate([{ transform: "scale(0.93)" }, { transform: "scale(1)" }], { duration: 120, easing: "ease-out" });
    }
  };
  const handleTouch = (event: PointerEvent) => {
    // Each finger counts, and none zooms or selects.
    event.preventDefault();
    tap();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (!event.repeat) {
        tap();
      }
    }
  };
  const handleClick = (event: MouseEvent) => {
    // A press by a screen reader or a switch comes without a pointer.
    if (event.detail === 0) {
      tap();
    }
  };
  number.textContent = stage.number(0);
  target.addEventListener("pointerdown", handleTouch);
  target.addEventListener("keydown", handleKey);
  target.addEventListener("click", handleClick);
  await timer.over;
  target.removeEventListener("pointerdown", handleTouch);
  target.removeEventListener("keydown", handleKey);
  target.removeEventListener("click", handleClick);
  target.disabled = true;
  timer.stop();
  stage.say(stage.word("judging"));
  return send(inputs, true);
};
