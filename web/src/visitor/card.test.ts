import { afterEach, expect, it, vi } from "vitest";
import { enhanceHolds, keepCard, watchExpiry } from "@/visitor/card";

const register = vi.fn(() => Promise.resolve());
const postMessage = vi.fn();

function workers(controller: unknown) {
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { controller, register, ready: Promise.resolve({ active: { postMessage } }) },
  });
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
  vi.clearAllMocks();
});

it("has the worker store a card that was loaded before it", async () => {
  workers(null);

  await keepCard();

  expect(register).toHaveBeenCalledWith("/card/worker.js");
  expect(postMessage.mock.calls[0]?.[0]).toContain(location.pathname);
});

it("sends no message to a worker that served the card", async () => {
  workers({});

  await keepCard();

  expect(register).toHaveBeenCalledTimes(1);
  expect(postMessage).not.toHaveBeenCalled();
});

it("has the worker store a card that was opened with a query under its own path", async () => {
  workers({});
  history.replaceState(null, "", "?utm_source=flyer");

  await keepCard();

  expect(postMessage.mock.calls[0]?.[0]).toContain(location.pathname);
  history.replaceState(null, "", location.pathname);
});

it("shows when an open pass expires", () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-01T12:00:00Z") });
  document.body.innerHTML = `<p data-until="2026-11-01T12:00:30+00:00" hidden>Expired</p>`;

  watchExpiry();
  expect(document.documentElement.hasAttribute("data-expired")).toBe(false);
  vi.advanceTimersByTime(40_000);

  expect(document.documentElement.hasAttribute("data-expired")).toBe(true);
  document.documentElement.removeAttribute("data-expired");
});

it("leaves the page unchanged without service workers", async () => {
  await expect(keepCard()).resolves.toBeUndefined();
});

function holding(answers: (Response | null)[]) {
  vi.useFakeTimers();
  localStorage.clear();
  document.body.innerHTML = `<form class="card-hold" action="/card/c/redeem"><input name="reward_id" value="rwd_1">
    <input name="key" value="k1"><button data-hold="Hold" data-retry="Again" data-no-answer="None">Redeem</button>
    <p class="hold-hint"></p></form>`;
  const keys: (string | null)[] = [];
  vi.stubGlobal("fetch", (_: string, { body }: { body: URLSearchParams }) => {
    keys.push(body.get("key"));
    const answer = answers.shift() ?? null;
    return answer === null ? Promise.reject(new TypeError("no network")) : Promise.resolve(answer);
  });
  enhanceHolds();
  return keys;
}

const button = () => document.querySelector("button") as HTMLButtonElement;
async function press() {
  button().dispatchEvent(new PointerEvent("pointerdown", { isPrimary: true, button: 0 }));
  await vi.advanceTimersByTimeAsync(1600);
  button().dispatchEvent(new PointerEvent("pointerup"));
}

it("sends the same key until there is a response, and again when the button is held once more", async () => {
  const keys = holding([null, new Response("", { status: 503 })]);

  await press();
  expect(document.querySelector(".hold-hint")?.textContent).toBe("Again");
  expect(button().disabled).toBe(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(document.querySelector(".hold-hint")?.textContent).toBe("None");
  expect(button().disabled).toBe(false);
  (document.querySelector("[name=key]") as HTMLInputElement).value = "k2";
  await press();

  expect(keys).toEqual(["k1", "k1", "k1", "k1", "k1"]);
});

it("uses a new key once the unanswered one is old", async () => {
  const keys = holding([]);
  await press();
  await vi.advanceTimersByTimeAsync(700_000);
  (document.querySelector("[name=key]") as HTMLInputElement).value = "k2";

  await press();

  expect(keys.at(-1)).toBe("k2");
});

it("shows the page again, without another attempt, when the card no longer exists", async () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  const keys = holding([new Response("", { status: 404 })]);

  await press();
  await vi.advanceTimersByTimeAsync(20_000);

  expect(reload).toHaveBeenCalledOnce();
  expect(keys).toHaveLength(1);
});
