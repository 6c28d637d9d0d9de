import { holdToSend } from "./ticket";

/** Keeps this card on the phone, so that it can be read without a network. */
export async function keepCard(): Promise<void> {
  // Absent where the page came without TLS.
  const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  if (workers === undefined) {
    return;
  }
  const wasLoadedWithout = workers.controller === null;
  await workers.register("/card/worker.js");
  // A card that came with a query is kept under its own path.
  if (wasLoadedWithout || location.search !== "") {
    const { active } = await workers.ready;
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    active?.postMessage([location.pathname, ...files]);
  }
}

/** Says of a pass that it has expired, also when it is kept on the phone or stays open. */
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
/** A key whose answer was lost is used for so long: later, staff see a new redemption. */
const KEY_LIFE_MS = 600_000;

/** The key of an attempt whose answer was lost, else the page's. */
function keyFor(place: string, fresh: string): string {
  try {
    const { key, at } = JSON.parse(localStorage.getItem(place) ?? "{}") as { key?: string; at?: number };
    if (key !== undefined && at !== undefined && Date.now() - at < KEY_LIFE_MS) {
      return key;
    }
    localStorage.setItem(place, JSON.stringify({ key: fresh, at: Date.now() }));
  } catch {
    // Kept by the page only, where the browser keeps nothing.
  }
  return fresh;
}

/** Redeems, and sends the same once more until there is an answer. Resolves if none came. */
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
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // It leads to a page that says what became of it.
      if (answer.redirected) {
        localStorage.removeItem(place);
        location.replace(answer.url);
        await new Promise(() => undefined);
      }
    } catch {
      // Perhaps it was redeemed: the same key finds out.
    }
    say(button.dataset["retry"]);
    await new Promise((done) => setTimeout(done, wait));
  }
  say(button.dataset["noAnswer"]);
}

/** Rewards that are redeemed on the card itself. */
export function enhanceHolds(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(".card-hold button")) {
    const { form } = button;
    if (form !== null) {
      holdToSend(form, button, () => redeem(form, button));
    }
  }
}
