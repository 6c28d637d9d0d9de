/**
 * The service worker of notifications, for the paths below /push/: one registration for each organisation of a host. It
 * shows pushed messages and opens them when tapped, and has no access to pages.
 */

interface Notice {
  title?: string;
  body?: string;
  url?: string;
  tag?: string;
  icon?: string;
  lang?: string;
}

/** Types that exist only in workers; the types of workers and pages cannot be loaded together. */
interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface PushEvent extends ExtendableEvent {
  data: { json: () => unknown } | null;
}
interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
}
interface SubscriptionChange extends ExtendableEvent {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}
const worker = self as unknown as EventTarget & {
  location: Location;
  registration: ServiceWorkerRegistration;
  skipWaiting: () => Promise<void>;
  clients: { openWindow: (url: string) => Promise<unknown> };
};

/** Browsers revoke the permission if a push shows nothing, so a notification is always shown. */
function noticeIn({ data }: PushEvent): Notice {
  try {
    const read = data?.json();
    return typeof read === "object" && read !== null ? read : {};
  } catch {
    return {};
  }
}

function addressOf(notification: Notification): string {
  const { url } = (notification.data ?? {}) as Notice;
  try {
    const found = new URL(url ?? "/", worker.location.origin);
    return /^https?:$/.test(found.protocol) ? found.href : worker.location.origin;
  } catch {
    return worker.location.origin;
  }
}

async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  if (!oldSubscription) {
    return;
  }
  const { scope, pushManager } = worker.registration;
  const { applicationServerKey } = oldSubscription.options;
  const subscription =
    newSubscription ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  await fetch("/v1/web-push-renew", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      organization: new URL(scope).pathname.split("/")[2],
      endpoint: oldSubscription.endpoint,
      subscription: subscription.toJSON(),
    }),
  });
}

worker.addEventListener("install", (event) => (event as ExtendableEvent).waitUntil(worker.skipWaiting()));

worker.addEventListener("push", (event) => {
  const { title, body, url, tag, icon, lang } = noticeIn(event as PushEvent);
  const options: NotificationOptions = {
    dir: "auto",
    data: { url },
    ...(body ? { body } : {}),
    ...(tag ? { tag } : {}),
    ...(icon ? { icon } : {}),
    ...(lang ? { lang } : {}),
  };
  const shown = worker.registration.showNotification(title || worker.location.hostname, options);
  (event as PushEvent).waitUntil(shown);
});

worker.addEventListener("notificationclick", (event) => {
  const { notification } = event as NotificationEvent;
  notification.close();
  (event as NotificationEvent).waitUntil(worker.clients.openWindow(addressOf(notification)));
});

worker.addEventListener("pushsubscriptionchange", (event) => {
  (event as SubscriptionChange).waitUntil(renew(event as SubscriptionChange));
});

export {};
