import "./games.css";
import type { Kind } from "./protocol";
import { setupOf, Stage } from "./stage";

/** What a kind of game needs comes when there is one. */
const OPEN: Record<Kind, (stage: Stage) => Promise<void>> = {
  wheel: async (stage) => stage.open((await import("./wheel")).makeWheel),
  scratch: async (stage) => stage.open((await import("./scratch")).makeScratch),
  slot: async (stage) => stage.open((await import("./slot")).makeSlot),
  quiz: async (stage) => stage.open(undefined, (await import("./quiz")).playQuiz),
  memory: async (stage) => stage.open(undefined, (await import("./memory")).playMemory),
  tap_race: async (stage) => stage.open(undefined, (await import("./tap")).playTap),
};

if (self !== top) {
  // In a block of a page, which shows brand and title itself and gives the frame the height of the game.
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
