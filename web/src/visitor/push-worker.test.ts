import { beforeEach, expect, it, vi } from "vitest";

type Heard = (event: unknown) => void;
const heard = new Map<string, Heard>();
const showNotification = vi.fn(() => Promise.resolve());
const openWindow = vi.fn<(url: string) => Promise<void>>(() => Promise.resolve());
const subscribe = vi.fn();
const network = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();

beforeEach(async () => {
  heard.clear();
  for (const mock of [showNotification, openWindow, subscribe, network]) {
    mock.mockClear();
  }
  network.mockResolvedValue(new Response("{}"));
  vi.stubGlobal("fetch", network);
  const registration = { scope: `${location.origin}/push/org_1/`, showNotification, pushManager: { subscribe } };
  Object.assign(self, { registration, clients: { openWindow } });
  vi.spyOn(self, "addEventListener").mockImplementation(((kind: string, on: Heard) => heard.set(kind, on)) as never);
  vi.resetModules();
  await import("@/visitor/push-worker");
});

async function dispatch(kind: string, event: object): Promise<void> {
  let work: Promise<unknown> | undefined;
  heard.get(kind)?.({ ...event, waitUntil: (it: Promise<unknown>) => (work = it) });
  await work;
}

const pushed = (json: () => unknown) => dispatch("push", { data: { json } });

it("shows the pushed message under its tag", async () => {
  await pushed(() => ({ title: "Harbor", body: "We bake again.", url: "/code/menu", tag: "wpm_1", icon: "/logo.png" }));

  const shown = { dir: "auto", data: { url: "/code/menu" }, body: "We bake again.", tag: "wpm_1", icon: "/logo.png" };
  expect(showNotification).toHaveBeenCalledExactlyOnceWith("Harbor", shown);
});

it("shows a notification even if the message is unreadable, as browsers demand", async () => {
  await pushed(() => {
    throw new SyntaxError("no JSON");
  });
  await dispatch("push", { data: null });

  expect(showNotification).toHaveBeenCalledTimes(2);
  expect(showNotification).toHaveBeenCalledWith(location.hostname, expect.anything());
});

it.each([
  ["/code/menu", `${location.origin}/code/menu`],
  ["https://shop.example/new", "https://shop.example/new"],
  [undefined, `${location.origin}/`],
  ["javascript:alert(1)", location.origin],
  ["http://[", location.origin],
])("opens %s when it is tapped", async (url, opened) => {
  const close = vi.fn();
  await dispatch("notificationclick", { notification: { close, data: { url } } });

  expect(close).toHaveBeenCalled();
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(opened);
});

it("subscribes again with the same key and names the subscription that it replaces", async () => {
  const applicationServerKey = new ArrayBuffer(65);
  const again = { endpoint: "https://push.example/new", keys: {} };
  subscribe.mockResolvedValue({ toJSON: () => again });
  const oldSubscription = { endpoint: "https://push.example/old", options: { applicationServerKey } };
  await dispatch("pushsubscriptionchange", { oldSubscription });

  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey });
  const [path, init] = network.mock.calls[0] ?? [];
  expect(path).toBe("/v1/web-push-renew");
  const sent: unknown = JSON.parse(init?.body as string);
  expect(sent).toEqual({ organization: "org_1", endpoint: "https://push.example/old", subscription: again });
});
