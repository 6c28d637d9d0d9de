import { QueryClient } from "@tanstack/react-query";
import { isRefusal } from "@/shared/api/errors";

const RETRIES = 3;
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

/** The delay before a retry: 1 s, doubled with each attempt, at most 30 s. */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS);
}

/** Whether to retry: up to three times, unless the request itself was refused. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < RETRIES && !isRefusal(error);
}

/**
 * Creates the query cache: data stays fresh for 5 minutes, queries are retried, changes are not. Offline, queries wait
 * for the connection and changes fail at once, so that nobody believes them saved.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { gcTime: 5 * 60_000, staleTime: 30_000, retry: shouldRetry, retryDelay },
      mutations: { retry: 0, networkMode: "always" },
    },
  });
}
