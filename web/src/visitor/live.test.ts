import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listen } from "./live";

class Source extends EventTarget {
  static readonly CLOSED = 2;
  static readonly all: Source[] = [];
  readyState = 0;

  constructor(readonly url: string) {
    super();
    Source.all.push(this);
  }

  close(): void {
    this.readyState = Source.CLOSED;
  }

  fail(readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }
}

const fetching = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  Source.all.length = 0;
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("fetch", fetching);
  fetching.mockReset();
  fetching.mockResolvedValue(new Response("", { status: 503 }));
});

afterEach(() => {
  vi.useRealTimers();
});

it("reconnects after a response that makes browsers give up, with growing delays", async () => {
  const heard: string[] = [];
  listen("/wall/w/events", (data) => heard.push(data), vi.fn());

  Source.all[0]?.fail(Source.CLOSED);
  await vi.advanceTimersByTimeAsync(7_500);
  expect(Source.all).toHaveLength(2);
  Source.all[1]?.fail(Source.CLOSED);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(Source.all).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(10_100);
  Source.all[2]?.dispatchEvent(new MessageEvent("message", { data: "now" }));

  expect(Source.all.map(({ url }) => url)).toEqual(Array(3).fill("/wall/w/events"));
  expect(heard).toEqual(["now"]);
});

it("leaves a broken connection to the browser", async () => {
  listen("/wall/w/events", () => undefined, vi.fn());

  Source.all[0]?.fail(0);
  await vi.advanceTimersByTimeAsync(600_000);

  expect(Source.all).toHaveLength(1);
  expect(fetching).not.toHaveBeenCalled();
});

it.each([404, 410])("asks no more for what is gone (%i), and says so once", async (status) => {
  const gone = vi.fn();
  fetching.mockResolvedValue(new Response("", { status }));
  listen("/wall/w/events", () => undefined, gone);

  Source.all[0]?.fail(Source.CLOSED);
  await vi.advanceTimersByTimeAsync(3_600_000);

  expect(gone).toHaveBeenCalledOnce();
  expect(fetching).toHaveBeenCalledExactlyOnceWith("/wall/w/events?seconds=0", { cache: "no-store" });
  expect(Source.all).toHaveLength(1);
});

it("reconnects when it is impossible to check whether the resource is gone", async () => {
  const gone = vi.fn();
  fetching.mockRejectedValue(new TypeError("network"));
  listen("/wall/w/events", () => undefined, gone);

  Source.all[0]?.fail(Source.CLOSED);
  await vi.advanceTimersByTimeAsync(7_500);

  expect(gone).not.toHaveBeenCalled();
  expect(Source.all).toHaveLength(2);
});

it("ends on request, also while it waits to reconnect", async () => {
  const end = listen("/wall/w/events", () => undefined, vi.fn());
  Source.all[0]?.fail(Source.CLOSED);

  end();
  await vi.advanceTimersByTimeAsync(3_600_000);

  expect(Source.all).toHaveLength(1);
  expect(fetching).not.toHaveBeenCalled();
});
