import { beforeEach, expect, it, vi } from "vitest";

const ORIGIN = location.origin;
const CARD = "/card/card_23456789ABCDEFGHJKMNPQ";
const OTHER = "/card/card_BBCDEFGHJKMNPQ23456789";

type Heard = (event: unknown) => void;
const heard = new Map<string, Heard>();
const kept = new Map<string, Response>();
const network = vi.fn<(request: Request) => Promise<Response>>();

const pathOf = (key: Request | string) => new URL(typeof key === "string" ? key : key.url, ORIGIN).pathname;
const cache = {
  put: (key: string, answer: Response) => Promise.resolve(void kept.set(pathOf(key), answer)),
  match: (key: string) => Promise.resolve(kept.get(pathOf(key))?.clone()),
  delete: (key: Request | string) => Promise.resolve(kept.delete(pathOf(key))),
  keys: () => Promise.resolve([...kept.keys()].map((path) => ({ url: ORIGIN + path }))),
};

beforeEach(async () => {
  heard.clear();
  kept.clear();
  network.mockReset();
  vi.stubGlobal("fetch", network);
  vi.stubGlobal("caches", { open: () => Promise.resolve(cache), keys: () => Promise.resolve([]) });
  vi.spyOn(self, "addEventListener").mockImplementation(((kind: string, on: Heard) => heard.set(kind, on)) as never);
  vi.resetModules();
  await import("@/visitor/card-worker");
});

/** The worker's response as text; undefined if it leaves the request to the browser. */
async function answerTo(path: string, init: RequestInit = {}): Promise<string | undefined> {
  let answer: Promise<Response> | undefined;
  heard.get("fetch")?.({
    request: new Request(ORIGIN + path, init),
    respondWith: (it: Promise<Response>) => (answer = it),
  });
  return (await answer)?.text();
}

const page = (text: string, status = 200) => Promise.resolve(new Response(`<html lang="en">${text}`, { status }));

it("shows the card from the network, and offline the stored copy, marked as such", async () => {
  network.mockReturnValueOnce(page("3 stamps"));
  const online = await answerTo(CARD);
  network.mockRejectedValue(new TypeError("no network"));
  const offline = await answerTo(CARD);

  expect(online).toBe('<html lang="en">3 stamps');
  expect(offline).toBe('<html data-offline lang="en">3 stamps');
});

it("stores passes too", async () => {
  network.mockReturnValueOnce(page("coupon"));
  await answerTo(CARD.replace("card_", "pass_"));
  network.mockRejectedValue(new TypeError("no network"));

  expect(await answerTo(CARD.replace("card_", "pass_"))).toContain("coupon");
});

it("stores each card under its own path", async () => {
  network.mockReturnValueOnce(page("mine")).mockReturnValueOnce(page("yours"));
  await answerTo(CARD);
  await answerTo(OTHER);
  network.mockRejectedValue(new TypeError("no network"));

  expect(await answerTo(CARD)).toContain("mine");
  expect(await answerTo(OTHER)).toContain("yours");
});

it.each([
  [`${CARD}?show=code`, {}],
  [`${CARD}?redeemed=awd_1`, {}],
  [`${CARD}/code.svg?1`, {}],
  [`${CARD.replace("card_", "pass_")}/pass.pkpass`, {}],
  [`${CARD}/redeem`, { method: "POST" }],
  ["/card/1", {}],
  ["/v1/rewards/redeem", { method: "POST" }],
])("leaves %s to the browser", async (path, init) => {
  expect(await answerTo(path, init)).toBeUndefined();
  expect(network).not.toHaveBeenCalled();
});

it("deletes a card that no longer exists, and keeps it through a server outage", async () => {
  network.mockReturnValueOnce(page("3 stamps"));
  await answerTo(CARD);
  network.mockReturnValueOnce(page("outage", 503));
  const during = await answerTo(CARD);
  network.mockReturnValueOnce(page("nothing here", 404));
  await answerTo(CARD);

  expect(during).toContain("data-offline");
  expect(kept.size).toBe(0);
});

it("stores what a page that was loaded before the worker names, and nothing from other paths", async () => {
  network.mockImplementation(() => page("kept"));
  const done: Promise<unknown>[] = [];

  heard.get("message")?.({
    data: [CARD, "/visitor/assets/a.css", "/v1/me", "https://elsewhere.example/visitor/assets/x.css"],
    waitUntil: (it: Promise<unknown>) => done.push(it),
  });
  await Promise.all(done);

  expect([...kept.keys()].sort()).toEqual([CARD, "/visitor/assets/a.css"]);
});
