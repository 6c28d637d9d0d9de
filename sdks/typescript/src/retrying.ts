import { ConnectionFailed } from "./errors.ts";
import { KEYED } from "./keyed.ts";

const WORTH_REPEATING = new Set([429, 502, 503, 504]);
const SAFE = new Set(["GET", "HEAD"]);
const KEY = "Idempotency-Key";
const PATTERNS = [...KEYED].map(
  (call) => new RegExp(`^${call.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
);

/** How often a call is repeated. Only safe calls and those with an idempotency key are. */
export interface Retries {
  atMost: number;
  /** Milliseconds; doubled for each retry, and a random part of it is waited. */
  firstWait: number;
  /** Milliseconds. If the API asks to wait longer, its error is thrown at once. */
  longestWait: number;
}

export const RETRIES: Retries = { atMost: 3, firstWait: 500, longestWait: 30_000 };

/** What a Retry-After header asks for, in seconds: it holds seconds, or a date. */
export function secondsOf(retryAfter: string | null, now = Date.now()): number | null {
  if (retryAfter === null) {
    return null;
  }
  const seconds = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) : (Date.parse(retryAfter) - now) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** A `fetch` that gives each change an idempotency key, and repeats what may be repeated. */
export function repeating(
  once: typeof fetch,
  retries: Retries,
  timeout: number,
  sleep: (milliseconds: number) => Promise<void>,
): (request: Request) => Promise<Response> {
  return async (original) => {
    const call = `${original.method} ${new URL(original.url).pathname}`;
    const isKeyed = PATTERNS.some((pattern) => pattern.test(call));
    if (isKeyed && !original.headers.has(KEY)) {
      original.headers.set(KEY, crypto.randomUUID());
    }
    const mayRepeat = isKeyed || SAFE.has(original.method);
    for (let retry = 0; ; retry++) {
      const signal = AbortSignal.any([original.signal, AbortSignal.timeout(timeout)]);
      let answer: Response | undefined;
      let failure: unknown;
      try {
        answer = await once(new Request(original.clone(), { signal }));
      } catch (error) {
        if (original.signal.aborted) {
          throw error;
        }
        failure = error;
      }
      const retryAfter = secondsOf(answer?.headers.get("Retry-After") ?? null);
      const isWorth =
        answer === undefined || WORTH_REPEATING.has(answer.status) || (answer.status === 409 && retryAfter !== null);
      const wait = mayRepeat && isWorth ? waitBefore(retry, retryAfter, retries) : null;
      if (wait !== null) {
        await answer?.body?.cancel();
        await sleep(wait);
      } else if (answer === undefined) {
        throw new ConnectionFailed(failure instanceof Error ? failure.message : String(failure), { cause: failure });
      } else {
        return answer;
      }
    }
  };
}

function waitBefore(retry: number, retryAfter: number | null, retries: Retries): number | null {
  if (retry >= retries.atMost) {
    return null;
  }
  if (retryAfter !== null) {
    return retryAfter * 1000 <= retries.longestWait ? retryAfter * 1000 : null;
  }
  return Math.random() * Math.min(retries.longestWait, retries.firstWait * 2 ** retry);
}
