import { el } from "./dom";
import { isStill, pause } from "./motion";
import type { Answer, Input } from "./protocol";
import type { RoundOf } from "./stage";
import { drawing } from "./symbols";
import { startTimer } from "./timer";

const SEEN_MS = 850;

interface Card {
  button: HTMLButtonElement;
  front: HTMLElement;
  symbol: number | undefined;
  isFound: boolean;
}

/** The number of cards in a row, so that the cards fill a rectangle that fits a phone. */
export function columnsOf(cards: number): number {
  const fits = [4, 3, 5, 6].find((columns) => cards % columns === 0 && cards / columns <= 6);
  return fits ?? 4;
}

/** Plays a memory game; the face of a card is requested from the server when the card is turned. */
export const playMemory: RoundOf = async (stage, answer, send) => {
  const count = answer.round?.cards ?? 0;
  const begun = performance.now() - stage.roundAge;
  const timer = startTimer(stage, answer.round?.seconds ?? null, stage.roundAge);
  const grid = el("div", { class: "memory", role: "group", "aria-label": stage.word("memory_cards") });
  grid.style.setProperty("--columns", String(columnsOf(count)));
  const cards: Card[] = [];
  let up: number[] = [];
  let waiting: Input[] = [];
  let isSending = false;
  let handleEnd: (judged: Answer) => void;
  let handleError: (error: unknown) => void;
  const ended = new Promise<Answer>((done, failed) => {
    handleEnd = done;
    handleError = failed;
  });

  const label = (index: number) => {
    const card = cards[index];
    const values = { n: stage.number(index + 1), picture: stage.number((card?.symbol ?? 0) + 1) };
    const isUp = card?.isFound || up.includes(index);
    card?.button.setAttribute(
      "aria-label",
      stage.word(isUp && card.symbol !== undefined ? "memory_face" : "memory_down", values),
    );
  };
  const turnDown = (indexes: number[]) => {
    up = up.filter((index) => !indexes.includes(index));
    for (const index of indexes) {
      cards[index]?.button.classList.remove("is-up", "is-turning");
      label(index);
    }
  };
  const handleAnswer = (got: Answer) => {
    for (const [name, symbol] of Object.entries(got.cards ?? {})) {
      const card = cards[Number(name)];
      if (card !== undefined) {
        card.symbol = Number(symbol);
        card.front.replaceChildren(drawing(card.symbol));
        card.button.classList.remove("is-turning");
        card.button.classList.add("is-up");
        label(Number(name));
      }
    }
    const found = new Set(got.matched ?? []);
    let isNew = false;
    for (const index of found) {
      const card = cards[index];
      if (card !== undefined && !card.isFound) {
        card.isFound = isNew = true;
        card.button.classList.add("is-found", "is-up");
        card.button.setAttribute("aria-disabled", "true");
        up = up.filter((other) => other !== index);
        label(index);
      }
    }
    if (isNew) {
      stage.sound.play("match");
      const pairs = cards.filter(({ isFound }) => isFound).length / 2;
      stage.say(stage.word("memory_found", { n: stage.number(pairs), all: stage.number(count / 2) }));
    }
    const open = up.filter(
      (index) => cards[index]?.symbol !== undefined && cards[index].button.classList.contains("is-up"),
    );
    if (open.length === 2) {
      void pause(SEEN_MS).then(() => turnDown(open.filter((index) => up.includes(index))));
    }
  };
  const flush = async (isDone = false) => {
    if (isSending) {
      return;
    }
    isSending = true;
    try {
      while (waiting.length > 0 || isDone) {
        const inputs = waiting;
        waiting = [];
        const got = await send(inputs, isDone);
        handleAnswer(got);
        if (got.outcome !== null || got.held || got.score !== null) {
          await pause(isStill() ? 0 : SEEN_MS);
          handleEnd(got);
          return;
        }
        if (isDone) {
          return;
        }
      }
    } catch (error) {
      handleError(error);
    } finally {
      isSending = false;
    }
  };
  const turnUp = (index: number) => {
    const card = cards[index];
    if (card === undefined || card.isFound || up.includes(index)) {
      return;
    }
    if (up.length === 2) {
      turnDown([...up]);
    }
    up.push(index);
    card.button.classList.add("is-turning");
    stage.sound.play("flip");
    waiting.push({ card: index, at_ms: Math.round(performance.now() - begun) });
    void flush();
  };
  for (let index = 0; index < count; index += 1) {
    const front = el("span", { class: "memory-front" });
    const button = el(
      "button",
      { type: "button", class: "memory-card" },
      el("span", { class: "memory-inner" }, el("span", { class: "memory-back" }), front),
    );
    button.addEventListener("click", () => turnUp(index));
    button.addEventListener("keydown", (event) => move(event, index));
    cards.push({ button, front, symbol: undefined, isFound: false });
    grid.append(button);
    label(index);
  }
  const move = (event: KeyboardEvent, index: number) => {
    const isBack = getComputedStyle(grid).direction === "rtl" ? 1 : -1;
    const steps: Record<string, number> = {
      ArrowLeft: isBack,
      ArrowRight: -isBack,
      ArrowUp: -columnsOf(count),
      ArrowDown: columnsOf(count),
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      cards[index + step]?.button.focus();
    }
  };
  stage.place.replaceChildren(timer.bar, grid);
  cards[0]?.button.focus({ preventScroll: true });
  void timer.over.then(async () => {
    stage.say(stage.word("time_over"));
    while (isSending) {
      await pause(50);
    }
    await flush(true);
  });
  try {
    return await ended;
  } finally {
    timer.stop();
    timer.bar.remove();
  }
};
