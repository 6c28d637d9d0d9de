type PageEvent =
  | { action: "view" }
  | { action: "click"; block_id: string; target?: string }
  | { action: "play"; block_id: string }
  | { action: "share"; target: string }
  | { action: "duration"; duration_ms: number }
  | {
      action: "form";
      form_id: string;
      opened?: boolean;
      reached: string[];
      filled: string[];
      stands_at?: string;
      stood_at?: string;
    };

const SHORTEST_STAY_MS = 1000;
const LONGEST_STAY_MS = 86_400_000;

export const codeId = document.body.dataset["codeId"];
const pageId = document.body.dataset["pageId"];
/** Whether there is something to count events for: a code, or a page without one. */
export const isCounted = Boolean(codeId) || Boolean(pageId);

/** Whether the visitor has just returned from the privacy choice: the page was open before, and counts once. */
export const isShownAgain = new URLSearchParams(location.search).has("chosen");

/** Sends an event of this page to the server without waiting for the response. */
export function send(event: PageEvent): void {
  if (!isCounted) {
    return;
  }
  const occurred_at = new Date().toISOString();
  const batch = { events: [{ ...event, code_id: codeId || undefined, page_id: pageId || undefined, occurred_at }] };
  const body = new Blob([JSON.stringify(batch)], { type: "application/json" });
  if (!navigator.sendBeacon("/v1/collect", body)) {
    void fetch("/v1/collect", { method: "POST", body, keepalive: true }).catch(() => undefined);
  }
}

/** Counts the links that are followed. */
export function countClicks(): void {
  document.addEventListener("click", (click) => {
    const link = click.target instanceof Element ? click.target.closest("a[data-block]") : null;
    if (link instanceof HTMLAnchorElement) {
      send({ action: "click", block_id: link.dataset["block"] ?? "", target: link.href });
    }
  });
}

/** Reports the time in view once, when the page is left or hidden for the first time. */
export function countStay(): void {
  const begun = performance.now();
  const report = () => {
    if (document.visibilityState !== "hidden") {
      return;
    }
    document.removeEventListener("visibilitychange", report);
    const stayed = Math.round(performance.now() - begun);
    if (stayed >= SHORTEST_STAY_MS) {
      send({ action: "duration", duration_ms: Math.min(stayed, LONGEST_STAY_MS) });
    }
  };
  document.addEventListener("visibilitychange", report);
}
