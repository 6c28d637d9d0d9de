import { useEffect, useState } from "react";
import type { Filters } from "@/features/insights/analytics/filters";
import { answerOf, api } from "@/shared/api/client";
import { ApiError } from "@/shared/api/errors";
import { readEvents } from "@/shared/api/event-stream";
import type { components } from "@/shared/api/schema";

export type Newest = components["schemas"]["NewestEvents"];
export type LiveState = "connecting" | "live" | "stale" | "offline" | "full" | "refused";

/** The server sends something every 15 seconds. After so long without data, the connection is dead. */
const SILENT_MS = 40_000;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;
const TOO_MANY = 429;

interface Watched {
  filters: Filters;
  includeBots: boolean;
  enabled: boolean;
}

/**
 * Streams the last half hour from the server, with the state of the connection. Connects only while the page is
 * visible, and reconnects after every end, with a growing delay after failures.
 */
export function useNewest({ filters, includeBots, enabled }: Watched): { newest: Newest | null; state: LiveState } {
  const [newest, setNewest] = useState<Newest | null>(null);
  const [state, setState] = useState<LiveState>("connecting");
  const seen = usePageIsSeen();
  const online = useIsOnline();
  const filterKey = JSON.stringify(filters);
  useEffect(() => {
    if (!enabled || !seen || !online) {
      return;
    }
    const stop = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const listen = async () => {
      const one = new AbortController();
      const end = () => one.abort();
      stop.signal.addEventListener("abort", end);
      let silence = setTimeout(end, SILENT_MS);
      try {
        const query = { include_bots: includeBots, filters: filterKey };
        const body: unknown = await answerOf(
          api.GET("/v1/analytics-live", { params: { query }, parseAs: "stream", signal: one.signal }),
        );
        if (!(body instanceof ReadableStream)) {
          throw new TypeError("The answer is not a stream.");
        }
        for await (const message of readEvents(body as ReadableStream<Uint8Array>)) {
          clearTimeout(silence);
          silence = setTimeout(end, SILENT_MS);
          failures = 0;
          setState("live");
          if ("data" in message) {
            setNewest(JSON.parse(message.data) as Newest);
          }
        }
      } catch (error) {
        failures += 1;
        if (!stop.signal.aborted) {
          const status = error instanceof ApiError ? error.status : 0;
          setState(status === TOO_MANY ? "full" : status >= 400 && status < 500 ? "refused" : "stale");
        }
      } finally {
        clearTimeout(silence);
        stop.signal.removeEventListener("abort", end);
      }
      if (!stop.signal.aborted) {
        const delay = Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS);
        again = setTimeout(() => void listen(), delay);
      }
    };
    void listen();
    return () => {
      stop.abort();
      clearTimeout(again);
    };
  }, [enabled, seen, online, filterKey, includeBots]);
  return { newest, state: online ? state : "offline" };
}

function usePageIsSeen(): boolean {
  const [seen, setSeen] = useState(() => !document.hidden);
  useEffect(() => {
    const updateVisibility = () => setSeen(!document.hidden);
    document.addEventListener("visibilitychange", updateVisibility);
    return () => document.removeEventListener("visibilitychange", updateVisibility);
  }, []);
  return seen;
}

function useIsOnline(): boolean {
  const [online, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const updateVisibility = () => setOnline(navigator.onLine);
    window.addEventListener("online", updateVisibility);
    window.addEventListener("offline", updateVisibility);
    return () => {
      window.removeEventListener("online", updateVisibility);
      window.removeEventListener("offline", updateVisibility);
    };
  }, []);
  return online;
}
