import { afterEach, expect, it, vi } from "vitest";
import { keepCard } from "@/visitor/card";

const register = vi.fn(() => Promise.resolve());
const postMessage = vi.fn();

function workers(controller: unknown) {
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { controller, register, ready: Promise.resolve({ active: { postMessage } }) },
  });
}

afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  vi.clearAllMocks();
});

it("has the worker keep a card that was loaded before it", async () => {
  workers(null);

  await keepCard();

  expect(register).toHaveBeenCalledWith("/card/worker.js");
  expect(postMessage.mock.calls[0]?.[0]).toContain(location.pathname);
});

it("says nothing to a worker that brought the card", async () => {
  workers({});

  await keepCard();

  expect(register).toHaveBeenCalledTimes(1);
  expect(postMessage).not.toHaveBeenCalled();
});

it("leaves the page as it is where there are no workers", async () => {
  await expect(keepCard()).resolves.toBeUndefined();
});
