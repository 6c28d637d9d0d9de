const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;

/** Whether a resource is permanently gone; an unreachable server may come back. */
async function isGone(path: string): Promise<boolean> {
  try {
    // With no second to spare, a stream that is there after all ends at once.
    const { status } = await fetch(`${path}?seconds=0`, { cache: "no-store" });
    return status === 404 || status === 410;
  } catch {
    return false;
  }
}

/**
 * What an address tells, for as long as the page is open. Browsers come again by themselves when a connection
 * breaks, and give up for good when the server once answers with an error, as it does while it is renewed. What
 * the server says is gone is not asked for again. Answers what ends it.
 */
export function listen(path: string, onData: (data: string) => void, onGone: () => void): () => void {
  if (!("EventSource" in window)) {
    return () => undefined;
  }
  let next = FIRST_WAIT_MS;
  let source: EventSource;
  let isOver = false;
  const comeAgain = async () => {
    if (!isOver && (await isGone(path))) {
      isOver = true;
      onGone();
    }
    if (!isOver) {
      open();
    }
  };
  const open = () => {
    source = new EventSource(path);
    source.addEventListener("open", () => {
      next = FIRST_WAIT_MS;
    });
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      onData(data);
    });
    source.addEventListener("error", ({ target }) => {
      if ((target as EventSource).readyState === EventSource.CLOSED) {
        // Not all at the same moment: everybody who watches was sent away at once.
        setTimeout(() => void comeAgain(), next * (0.5 + Math.random()));
        next = Math.min(next * 2, LONGEST_WAIT_MS);
      }
    });
  };
  open();
  return () => {
    isOver = true;
    source.close();
  };
}
