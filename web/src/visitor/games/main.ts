import "./games.css";
import type { Kind } from "./protocol";
import { setupOf, Stage } from "./stage";

/** Loads the code of a kind of game only when it is needed. */
const OPEN: Record<Kind, (stage: Stage) => Promise<void>> = {
  wheel: async (stage) => stage.open((await import("./wheel")).makeWheel),
  scratch: async (stage) => stage.open((await import("./scratch")).makeScratch),
  slot: async (stage) => stage.open((await import("./slot")).makeSlot),
  quiz: async (stage) => stage.open(undefined, (await import("./quiz")).playQuiz),
  memory: async (stage) => stage.open(undefined, (await import("./memory")).playMemory),
  tap_race: async (stage) => stage.open(undefined, (await import("./tap")).playTap),
};

if (self !== top) {
  // The game is in a block of a page, which shows the brand and title itself and sizes the frame to the height of the
  // game.
  document.documentElement.classList.add("is-framed");
  new ResizeObserver(() => {
    parent.postMessage({ gameHeight: Math.ceil(document.body.getBoundingClientRect().height) }, location.origin);
  }).observe(document.body);
}

for (const root of document.querySelectorAll<HTMLElement>("[data-proof]")) {
  void import("./fairness").then(({ enhanceProof }) => enhanceProof(root));
}
for (const root of document.querySelectorAll<HTMLElement>("[data-game]")) {
  void open(root);
}

async function open(root: HTMLElement): Promise<void> {
  const { practice, kind } = setupOf(root);
  const plays = practice ? new (await import("./practice")).PracticePlays(practice) : undefined;
  await OPEN[kind](new Stage(root, plays));
}
