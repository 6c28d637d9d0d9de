const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;

/**
 * What an address tells, for as long as the page is open. Browsers come again by themselves when a connection
 * breaks, and give up for good when the server once answers with an error, as it does while it is renewed.
 */
export function listen(path: string, hear: (data: string) => void, wait = FIRST_WAIT_MS): void {
  if (!("EventSource" in window)) {
    return;
  }
  let next = wait;
  const source = new EventSource(path);
  source.addEventListener("open", () => {
    next = FIRST_WAIT_MS;
  });
  source.addEventListener("message", ({ data }: MessageEvent<string>) => {
    hear(data);
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) {
      // Not all at the same moment: everybody who watches was sent away at once.
      setTimeout(
        () => {
          listen(path, hear, Math.min(next * 2, LONGEST_WAIT_MS));
        },
        next * (0.5 + Math.random()),
      );
    }
  });
}
