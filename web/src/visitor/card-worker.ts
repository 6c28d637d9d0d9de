/**
 * The service worker of cards and passes, for the paths below /card/. A page that was opened before is shown without a
 * network, with a banner that says so. The worker stores the pages of cards and passes and the files that they load,
 * and nothing else.
 */

import type { Deadlines } from "./deadlines";

const KEPT = "cards-1";
const MOST_FILES = 60;
const CARD = /^\/card\/(?:card|pass)_[A-Za-z0-9]{22}$/;
const HTML = { accept: "text/html" };
const FILES = "/visitor/assets/";
/** Long enough for a slow network; without a working connection, nobody waits longer for the stored card. */
const PATIENCE_MS = 8000;

/** Types that exist only in workers; the types of workers and pages cannot be loaded together. */
interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
interface ExtendableMessageEvent extends ExtendableEvent {
  data: unknown;
}
const worker = self as unknown as EventTarget & {
  location: Location;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

/** Each card has one page; its signed code and the responses to redemptions have other addresses. */
function isCard({ pathname, search }: URL): boolean {
  return CARD.test(pathname) && search === "";
}

function isFile({ pathname }: URL): boolean {
  return pathname.startsWith(FILES);
}

async function forgetOldFiles(cache: Cache): Promise<void> {
  const files = (await cache.keys()).filter(({ url }) => isFile(new URL(url)));
  await Promise.all(files.slice(0, Math.max(0, files.length - MOST_FILES)).map((file) => cache.delete(file)));
}

/** The stored page, marked so that it shows its banner and hides whatever needs a network. */
async function shownOffline(kept: Response): Promise<Response> {
  const html = await kept.text();
  const headers = new Headers(kept.headers);
  return new Response(html.replace("<html ", "<html data-offline "), { headers });
}

async function cardOf(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request, { signal: (AbortSignal as Deadlines).timeout?.(PATIENCE_MS) });
    if (answer.status === 200) {
      await cache.put(path, answer.clone());
    } else if (answer.status === 404 || answer.status === 410) {
      // The card no longer exists, so it is deleted from this phone too.
      await cache.delete(path);
    } else if (answer.status >= 502) {
      throw new Error(String(answer.status));
    }
    return answer;
  } catch (error) {
    const kept = await cache.match(path);
    if (kept === undefined) {
      throw error;
    }
    return shownOffline(kept);
  }
}

async function fileOf(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(path);
  if (kept !== undefined) {
    return kept;
  }
  const answer = await fetch(request);
  if (answer.status === 200) {
    await cache.put(path, answer.clone());
    await forgetOldFiles(cache);
  }
  return answer;
}

worker.addEventListener("install", (event) => (event as ExtendableEvent).waitUntil(worker.skipWaiting()));

worker.addEventListener("activate", (event) =>
  (event as ExtendableEvent).waitUntil(
    caches.keys().then(async (names) => {
      await Promise.all(
        names.filter((name) => name.startsWith("cards-") && name !== KEPT).map((name) => caches.delete(name)),
      );
      await worker.clients.claim();
    }),
  ),
);

worker.addEventListener("fetch", (event) => {
  const { request, respondWith } = event as FetchEvent;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) {
    return;
  }
  if (isCard(url)) {
    respondWith.call(event, cardOf(request, url.pathname));
  } else if (isFile(url)) {
    respondWith.call(event, fileOf(request, url.pathname));
  }
});

/** A page that was loaded before the worker existed reports what to store. */
worker.addEventListener("message", (event) => {
  const { data, waitUntil } = event as ExtendableMessageEvent;
  const urls = (Array.isArray(data) ? data : []).map((one) => new URL(String(one), worker.location.origin));
  const own = urls.filter(({ origin }) => origin === worker.location.origin);
  const cards = own.filter(isCard).map((url) => cardOf(new Request(url, { headers: HTML }), url.pathname));
  const files = own.filter(isFile).map((url) => fileOf(new Request(url), url.pathname));
  waitUntil.call(event, Promise.allSettled([...cards, ...files]));
});
