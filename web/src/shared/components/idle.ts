const waiting = new Set<() => void>();
let isAsked = false;

const ask = () => {
  isAsked = true;
  if ("requestIdleCallback" in window) {
    requestIdleCallback(work, { timeout: LONGEST_WAIT_MS });
  } else {
    setTimeout(work, WITHOUT_WORD_MS);
  }
};

/** However busy the page is, what waits is done after so long. */
const LONGEST_WAIT_MS = 2000;
/** For browsers that don't tell when they have nothing to do. */
const WITHOUT_WORD_MS = 50;

function work(): void {
  isAsked = false;
  const [first] = waiting;
  if (first === undefined) {
    return;
  }
  waiting.delete(first);
  if (waiting.size > 0) {
    ask();
  }
  first();
}

/** Does something once the browser has nothing else to do, one thing at a time and in the order of
 * asking. Gives back how to let it be. */
export function whenIdle(act: () => void): () => void {
  const mine = () => act();
  waiting.add(mine);
  if (!isAsked) {
    ask();
  }
  return () => {
    waiting.delete(mine);
  };
}
