import { QueryClient } from "@tanstack/react-query";
import { isRefusal } from "@/shared/api/errors";

const RETRIES = 3;
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

/** 1 s, doubled with every attempt, never above 30 s. */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS);
}

/** Three more tries, unless the request itself was refused. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < RETRIES && !isRefusal(error);
}

/**
 * The one cache: data lives 5 minutes, queries are retried, changes are not. Offline, queries wait for the
 * connection, and changes fail at once, so that nobody believes them saved.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { gcTime: 5 * 60_000, staleTime: 30_000, retry: shouldRetry, retryDelay },
      mutations: { retry: 0, networkMode: "always" },
    },
  });
}
