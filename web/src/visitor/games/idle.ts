import { el } from "./dom";
import type { Kind } from "./protocol";
import { drawing } from "./symbols";

/** A drawing of a game of skill before its round. */
export function idleOf(kind: Kind): HTMLElement {
  const idle = el("div", { class: `game-idle game-idle-${kind}`, "aria-hidden": "true" });
  if (kind === "memory") {
    for (const [index, symbol] of [0, undefined, 0].entries()) {
      const front =
        symbol === undefined
          ? el("span", { class: "memory-back" })
          : el("span", { class: "idle-front" }, drawing(symbol));
      idle.append(el("span", { class: `idle-card idle-card-${index}` }, front));
    }
    return idle;
  }
  idle.append(el("span", { class: "game-idle-mark" }, kind === "quiz" ? "?" : "1 2 3"));
  return idle;
}
