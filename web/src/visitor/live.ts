const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;

/** Whether a resource is permanently gone; an unreachable server may become available again. */
async function isGone(path: string): Promise<boolean> {
  try {
    // With `seconds=0`, a stream that still exists ends at once.
    const { status } = await fetch(`${path}?seconds=0`, { cache: "no-store" });
    return status === 404 || status === 410;
  } catch {
    return false;
  }
}

/**
 * Listens to a stream of server-sent events for as long as the page is open. Browsers reconnect by themselves when a
 * connection breaks, but give up for good after one error response, which the server may send during an upgrade. A
 * resource that the server reports as gone is not requested again. Returns a function that stops listening.
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
        // Not all at the same moment, since all viewers were disconnected at once.
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
