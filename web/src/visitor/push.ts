import { codeId } from "./collect";

interface Key {
  public_key: string;
  scope: string;
}

type State = "ask" | "on" | "blocked" | "unsupported" | "homeScreen";

const WORKER = "/push/worker.js";
const pageId = document.body.dataset["pageId"] ?? "";
/** The storage key of this browser's subscription, so that blocking notifications later unsubscribes it. */
const KEPT = `wp_push:${pageId}`;

/** Not available in old browsers, if the page was loaded without TLS, and on an iPhone outside the home screen. */
const workers = () => (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
const isSupported = () => workers() !== undefined && "PushManager" in window && "Notification" in window;

function isApplePhone(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}

async function askKey(): Promise<Key> {
  const query = new URLSearchParams({ page_id: pageId, ...(codeId ? { code_id: codeId } : {}) });
  const answer = await fetch(`/v1/web-push-key?${query.toString()}`);
  if (!answer.ok) {
    throw new Error(String(answer.status));
  }
  return (await answer.json()) as Key;
}

/** An iPhone shows notifications only for web apps on its home screen, and needs a manifest to make one of a page. */
function offerHomeScreen(): void {
  const query = new URLSearchParams({
    page_id: pageId,
    ...(codeId ? { code_id: codeId } : {}),
    start: location.pathname,
  });
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = `/v1/web-push-manifest?${query.toString()}`;
  document.head.append(link);
}

async function tell(path: string, more: object): Promise<void> {
  const body = JSON.stringify({ page_id: pageId, code_id: codeId || undefined, ...more });
  const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
  if (!answer.ok) {
    throw new Error(String(answer.status));
  }
}

async function subscriptionIn(scope: string): Promise<PushSubscription | null> {
  const found = await workers()?.getRegistration(scope);
  return found !== undefined && new URL(found.scope).pathname === scope ? found.pushManager.getSubscription() : null;
}

/** A registration whose worker is active, which a subscription requires. */
async function registered(scope: string): Promise<ServiceWorkerRegistration> {
  const container = workers();
  if (container === undefined) {
    throw new Error("no service workers");
  }
  const registration = await container.register(WORKER, { scope });
  const worker = registration.installing ?? registration.waiting;
  if (registration.active === null && worker !== null) {
    await new Promise<void>((resolve, reject) => {
      worker.addEventListener("statechange", () => {
        if (worker.state === "activated") {
          resolve();
        } else if (worker.state === "redundant") {
          reject(new Error("no worker"));
        }
      });
    });
  }
  return registration;
}

async function subscribe(text: string): Promise<void> {
  const key = await askKey();
  const { pushManager } = await registered(key.scope);
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key.public_key });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    await tell("/v1/web-push-subscribe", {
      subscription: subscription.toJSON(),
      text_shown: text,
      time_zone: timeZone,
    });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  localStorage.setItem(KEPT, subscription.endpoint);
}

async function unsubscribe(): Promise<void> {
  const { scope } = await askKey();
  const subscription = await subscriptionIn(scope);
  const endpoint = subscription?.endpoint ?? localStorage.getItem(KEPT);
  if (endpoint) {
    await tell("/v1/web-push-unsubscribe", { endpoint });
  }
  await subscription?.unsubscribe();
  localStorage.removeItem(KEPT);
}

async function stateNow(): Promise<State> {
  if (!isSupported()) {
    if (!isApplePhone()) {
      return "unsupported";
    }
    offerHomeScreen();
    return "homeScreen";
  }
  if (Notification.permission === "denied") {
    const endpoint = localStorage.getItem(KEPT);
    if (endpoint) {
      await tell("/v1/web-push-unsubscribe", { endpoint });
      localStorage.removeItem(KEPT);
    }
    return "blocked";
  }
  if (Notification.permission !== "granted") {
    return "ask";
  }
  const { scope } = await askKey();
  return (await subscriptionIn(scope)) === null ? "ask" : "on";
}

/** Enhances the blocks that ask for permission to show notifications. */
export async function enhancePush(): Promise<void> {
  const blocks = [...document.querySelectorAll<HTMLElement>("[data-push]")];
  const show = (state: State, text: State | "failed" = state) => {
    for (const block of blocks) {
      const words = JSON.parse(block.dataset["words"] ?? "{}") as Record<string, string>;
      block.querySelector("[data-push-ask]")?.toggleAttribute("hidden", state !== "ask");
      block.querySelector("[data-push-off]")?.toggleAttribute("hidden", state !== "on");
      const status = block.querySelector("[role=status]");
      if (status !== null) {
        status.textContent = words[text] ?? "";
      }
    }
  };
  /** What failed changes nothing: the button remains, to try again. */
  const act = async (button: HTMLButtonElement, before: State, work: () => Promise<State>) => {
    button.disabled = true;
    try {
      show(await work());
    } catch {
      show(before, "failed");
    } finally {
      button.disabled = false;
    }
  };
  for (const block of blocks) {
    const allow = block.querySelector<HTMLButtonElement>("[data-push-ask] button");
    const off = block.querySelector<HTMLButtonElement>("[data-push-off]");
    const text = block.querySelector("[data-push-text]")?.textContent ?? "";
    allow?.addEventListener("click", () => {
      // Browsers allow the prompt only directly after a tap, so nothing may happen before it.
      const asked = Notification.requestPermission();
      void act(allow, "ask", async () => {
        const permission = await asked;
        if (permission === "granted") {
          await subscribe(text);
          return "on";
        }
        return permission === "denied" ? "blocked" : "ask";
      });
    });
    off?.addEventListener("click", () => {
      void act(off, "on", async () => {
        await unsubscribe();
        return "ask";
      });
    });
  }
  try {
    show(await stateNow());
  } catch {
    show("ask");
  }
}
