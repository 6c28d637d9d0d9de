import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Notifications } from "@/blocks/components/notifications";
import { pageContext } from "@/blocks/context";

const TEXT = "Offers of the week, at most one a week.";
const ENDPOINT = "https://push.example/1";
const network = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>();
const requestPermission = vi.fn<() => Promise<NotificationPermission>>();
let subscription: object | null = null;
const unsubscribe = vi.fn(() => {
  subscription = null;
  return Promise.resolve(true);
});
const made = { endpoint: ENDPOINT, unsubscribe, toJSON: () => ({ endpoint: ENDPOINT }) };
const pushManager = {
  getSubscription: () => Promise.resolve(subscription),
  subscribe: vi.fn<(options: unknown) => Promise<typeof made>>(() => {
    subscription = made;
    return Promise.resolve(made);
  }),
};
const registration = { scope: `${location.origin}/push/org_1/`, active: {}, pushManager };

function browser(permission: NotificationPermission) {
  vi.stubGlobal("Notification", { permission, requestPermission });
  vi.stubGlobal("PushManager", {});
  const container = {
    register: () => Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
  };
  Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
}

beforeEach(() => {
  subscription = null;
  localStorage.clear();
  document.body.dataset["pageId"] = "page_1";
  document.body.innerHTML = renderToStaticMarkup(
    createElement(Notifications, { id: "n", title: "Stay in touch", text: TEXT, page: pageContext("en") }),
  );
  network
    .mockReset()
    .mockImplementation(() =>
      Promise.resolve(new Response(JSON.stringify({ public_key: "BKey", scope: "/push/org_1/" }))),
    );
  vi.stubGlobal("fetch", network);
  vi.resetModules();
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

const open = async () => (await import("@/visitor/push")).enhancePush();
const element = (selector: string) => document.querySelector<HTMLElement>(selector);
const isShown = (selector: string) => element(selector)?.hidden === false;
const status = () => element("[role=status]")?.textContent;
const calls = () => network.mock.calls.map(([path]) => path.replace(/\?.*/, ""));

it("asks the browser only after the tap, and sends the text that was shown", async () => {
  browser("default");
  await open();
  expect([isShown("[data-push-ask]"), network.mock.calls.length]).toEqual([true, 0]);
  expect(requestPermission).not.toHaveBeenCalled();

  requestPermission.mockResolvedValue("granted");
  element("[data-push-ask] button")?.click();
  await vi.waitFor(() => expect(isShown("[data-push-off]")).toBe(true));

  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: "BKey" });
  expect(calls()).toEqual(["/v1/web-push-key", "/v1/web-push-subscribe"]);
  expect(JSON.parse(network.mock.calls[1]?.[1]?.body as string)).toMatchObject({
    page_id: "page_1",
    subscription: { endpoint: ENDPOINT },
    text_shown: TEXT,
  });
  expect([isShown("[data-push-ask]"), status()]).toEqual([false, "This browser gets notifications."]);
});

it("can be turned off where it was turned on", async () => {
  browser("granted");
  subscription = made;
  await open();
  expect(isShown("[data-push-off]")).toBe(true);

  element("[data-push-off]")?.click();
  await vi.waitFor(() => expect(isShown("[data-push-ask]")).toBe(true));

  expect(JSON.parse(network.mock.calls.at(-1)?.[1]?.body as string)).toMatchObject({ endpoint: ENDPOINT });
  expect([unsubscribe.mock.calls.length, isShown("[data-push-off]")]).toEqual([1, false]);
});

it("does not offer to allow notifications when turning them off failed", async () => {
  browser("granted");
  subscription = made;
  await open();
  network.mockRejectedValue(new TypeError("no network"));

  element("[data-push-off]")?.click();
  await vi.waitFor(() => expect(status()).toBe("That did not work. Please try again."));

  expect([isShown("[data-push-ask]"), isShown("[data-push-off]"), subscription]).toEqual([false, true, made]);
});

it("cancels a subscription that the server does not accept", async () => {
  browser("default");
  await open();
  requestPermission.mockResolvedValue("granted");
  network.mockImplementation((path) =>
    Promise.resolve(
      new Response('{"public_key":"B","scope":"/push/org_1/"}', { status: path.includes("key") ? 200 : 409 }),
    ),
  );
  element("[data-push-ask] button")?.click();
  await vi.waitFor(() => expect(status()).toBe("That did not work. Please try again."));

  expect([subscription, isShown("[data-push-ask]")]).toEqual([null, true]);
});

it("unsubscribes at once when notifications were blocked", async () => {
  browser("denied");
  localStorage.setItem("wp_push:page_1", ENDPOINT);
  await open();

  expect([isShown("[data-push-ask]"), calls()]).toEqual([false, ["/v1/web-push-unsubscribe"]]);
  expect(status()).toMatch(/^Notifications from this site are blocked/);
  expect(localStorage.getItem("wp_push:page_1")).toBeNull();
});

it("points to the home screen on an iPhone, and otherwise says that it is not supported", async () => {
  await open();
  expect(status()).toBe("This browser cannot show notifications.");

  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)");
  await open();
  expect([isShown("[data-push-ask]"), status()]).toEqual([false, expect.stringMatching(/^On an iPhone or iPad/)]);
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.getAttribute("href");
  expect(manifest).toMatch(/^\/v1\/web-push-manifest\?page_id=page_1.*&start=%2F/);
});
