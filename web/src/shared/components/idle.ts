/** Work that is visible to the user comes before work that is not visible yet. */
const QUEUES = { seen: new Set<() => void>(), unseen: new Set<() => void>() } as const;
let scheduled: { longest: number; stop: () => void } | null = null;

/** However busy the page is, waiting work is done after this time. */
const LONGEST_WAIT_MS = { seen: 300, unseen: 2000 } as const;
/** For browsers that do not report when they are idle. */
const WITHOUT_WORD_MS = 50;

function ask(longest: number): void {
  if (scheduled !== null && scheduled.longest <= longest) {
    return;
  }
  scheduled?.stop();
  if ("requestIdleCallback" in window) {
    const handle = requestIdleCallback(work, { timeout: longest });
    scheduled = { longest, stop: () => cancelIdleCallback(handle) };
  } else {
    const timer = setTimeout(work, WITHOUT_WORD_MS);
    scheduled = { longest, stop: () => clearTimeout(timer) };
  }
}

function work(): void {
  scheduled = null;
  const queue = QUEUES.seen.size > 0 ? QUEUES.seen : QUEUES.unseen;
  const [first] = queue;
  if (first === undefined) {
    return;
  }
  queue.delete(first);
  if (QUEUES.seen.size > 0) {
    ask(LONGEST_WAIT_MS.seen);
  } else if (QUEUES.unseen.size > 0) {
    ask(LONGEST_WAIT_MS.unseen);
  }
  first();
}

/**
 * Runs a callback once the browser is idle, one at a time and in the order of requests; `seen` work comes before all
 * other work. Returns a function that cancels it.
 */
export function whenIdle(act: () => void, what: keyof typeof QUEUES = "unseen"): () => void {
  const mine = () => act();
  QUEUES[what].add(mine);
  ask(LONGEST_WAIT_MS[what]);
  return () => {
    QUEUES[what].delete(mine);
    if (QUEUES.seen.size + QUEUES.unseen.size === 0) {
      scheduled?.stop();
      scheduled = null;
    }
  };
}
