import type { Deadlines } from "./deadlines";
import { holdToSend } from "./ticket";

/** Stores this card on the phone, so that it can be read offline. */
export async function keepCard(): Promise<void> {
  // Not available if the page was loaded without TLS.
  const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  if (workers === undefined) {
    return;
  }
  const wasLoadedWithout = workers.controller === null;
  await workers.register("/card/worker.js");
  // A card that was opened with a query is stored under its own path.
  if (wasLoadedWithout || location.search !== "") {
    const { active } = await workers.ready;
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    active?.postMessage([location.pathname, ...files]);
  }
}

/** Marks a pass as expired when its time has come, also while it stays open or when it is shown offline. */
export function watchExpiry(): void {
  for (const status of document.querySelectorAll<HTMLElement>("[data-until]")) {
    const until = Date.parse(status.dataset["until"] ?? "");
    const look = () => document.documentElement.toggleAttribute("data-expired", until <= Date.now());
    look();
    document.addEventListener("visibilitychange", look);
    setInterval(look, EXPIRY_LOOK_MS);
  }
}

const EXPIRY_LOOK_MS = 10_000;
const WAITS_MS = [1000, 2000, 4000, 8000];
const TIMEOUT_MS = 10_000;
const REFUSED: readonly number[] = [404, 410];
/** A key without a response is reused for this time; after that, staff see a new redemption. */
const KEY_LIFE_MS = 600_000;

/** Returns the key of an earlier attempt without a response, otherwise the page's key. */
function keyFor(place: string, fresh: string): string {
  try {
    const { key, at } = JSON.parse(localStorage.getItem(place) ?? "{}") as { key?: string; at?: number };
    if (key !== undefined && at !== undefined && Date.now() - at < KEY_LIFE_MS) {
      return key;
    }
    localStorage.setItem(place, JSON.stringify({ key: fresh, at: Date.now() }));
  } catch {
    // If the browser has no storage, the key exists only in the page.
  }
  return fresh;
}

/** Redeems, and repeats the same request until there is a response. Resolves if there was none. */
async function redeem(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const fields = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, value as string]));
  const place = `wp_redeem:${fields.get("reward_id") ?? fields.get("award_id") ?? ""}:${form.action}`;
  fields.set("key", keyFor(place, fields.get("key") ?? ""));
  const hint = form.querySelector(".hold-hint");
  const say = (text = "") => {
    if (hint !== null) {
      hint.textContent = text;
    }
  };
  for (const wait of WAITS_MS) {
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: fields,
        signal: (AbortSignal as Deadlines).timeout?.(TIMEOUT_MS),
      });
      // The redirect leads to a page that shows the result.
      if (answer.redirected) {
        localStorage.removeItem(place);
        location.replace(answer.url);
        await new Promise(() => undefined);
      }
      if (REFUSED.includes(answer.status)) {
        // The card does not exist any more, which its page says.
        location.reload();
        return;
      }
    } catch {
      // It may have been redeemed; repeating the same key finds out.
    }
    say(button.dataset["retry"]);
    await new Promise((done) => setTimeout(done, wait));
  }
  say(button.dataset["noAnswer"]);
}

/** Enhances rewards that are redeemed on the card itself. */
export function enhanceHolds(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(".card-hold button")) {
    const { form } = button;
    if (form !== null) {
      holdToSend(form, button, () => redeem(form, button));
    }
  }
}
