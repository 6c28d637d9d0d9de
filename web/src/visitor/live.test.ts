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

  fail(readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  Source.all.length = 0;
  vi.stubGlobal("EventSource", Source);
});

afterEach(() => {
  vi.useRealTimers();
});

it("comes again after an answer that makes browsers give up, and waits longer each time", () => {
  const heard: string[] = [];
  listen("/wall/w/events", (data) => heard.push(data));

  Source.all[0]?.fail(Source.CLOSED);
  vi.advanceTimersByTime(7_500);
  expect(Source.all).toHaveLength(2);
  Source.all[1]?.fail(Source.CLOSED);
  vi.advanceTimersByTime(4_900);
  expect(Source.all).toHaveLength(2);
  vi.advanceTimersByTime(10_100);
  Source.all[2]?.dispatchEvent(new MessageEvent("message", { data: "now" }));

  expect(Source.all.map(({ url }) => url)).toEqual(Array(3).fill("/wall/w/events"));
  expect(heard).toEqual(["now"]);
});

it("leaves a connection that only broke to the browser", () => {
  listen("/wall/w/events", () => undefined);

  Source.all[0]?.fail(0);
  vi.advanceTimersByTime(600_000);

  expect(Source.all).toHaveLength(1);
});
