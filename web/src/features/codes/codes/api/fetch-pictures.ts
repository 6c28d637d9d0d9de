import { type PictureChoice, pictureAddress } from "@/features/codes/codes/bulk-pictures";
import { answerOf, api } from "@/shared/api/client";
import { apiErrorOf, isRefusal } from "@/shared/api/errors";

export interface NamedCode {
  code_id: string;
  name: string;
}

/** The fetched pictures, by the IDs of their codes. Null for a code that no longer exists. */
export type Pictures = Map<string, Uint8Array<ArrayBuffer> | null>;

/** The codes whose pictures could not be fetched, and the last error. */
export interface FailedPictures {
  codes: NamedCode[];
  reason: unknown;
}

const AT_ONCE = 4;
const PAUSE_SECONDS = 5;
const TRIES = 3;
const BETWEEN_TRIES_SECONDS = 1;
const TIMEOUT_MS = 60_000;
/** The number of times that the server may ask to wait for the same picture. */
const MAX_PAUSES = 5;
/** After so many failures in a row, the other pictures are not fetched. */
const ENOUGH_MISSED = 8;

interface Fetching {
  choice: PictureChoice;
  signal: AbortSignal;
  onProgress: () => void;
  /** Called with the seconds for which the server asks to wait, and with null when fetching continues. */
  onPause?: (seconds: number | null) => void;
}

/**
 * Adds the missing pictures of these codes, several at a time. A picture that fails is retried and then left out: the
 * others are fetched all the same, and the result lists the missing ones.
 */
export async function fetchPictures(
  codes: readonly NamedCode[],
  got: Pictures,
  { choice, signal, onProgress, onPause }: Fetching,
): Promise<FailedPictures | null> {
  const pending = codes.filter(({ code_id }) => !got.has(code_id));
  const fetchOne = patientFetch(signal, onPause);
  let next = 0;
  let missedInARow = 0;
  let reason: unknown = null;
  const work = async () => {
    while (next < pending.length && missedInARow < ENOUGH_MISSED) {
      const { code_id } = pending[next] as NamedCode;
      next += 1;
      try {
        got.set(code_id, await fetchOne(pictureAddress(code_id, choice)));
        missedInARow = 0;
        onProgress();
      } catch (error) {
        signal.throwIfAborted();
        missedInARow += 1;
        reason = error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const missing = pending.filter(({ code_id }) => !got.has(code_id));
  return missing.length === 0 ? null : { codes: missing, reason };
}

/** Fetches one picture after another. When the server asks one request to wait, all wait. */
function patientFetch(signal: AbortSignal, onPause: Fetching["onPause"]) {
  let opensAt = 0;
  const untilOpen = async () => {
    while (opensAt > Date.now()) {
      await pause((opensAt - Date.now()) / 1000, signal);
    }
    if (opensAt > 0) {
      opensAt = 0;
      onPause?.(null);
    }
  };
  return async (address: string): Promise<Uint8Array<ArrayBuffer> | null> => {
    for (let tries = 1, pauses = 0; ;) {
      await untilOpen();
      const timeout = timeoutWithin(signal);
      try {
        // The design may have changed since the browser cached the picture.
        const answer = await fetch(address, { signal: timeout.signal, cache: "no-cache" });
        if (answer.ok) {
          return new Uint8Array(await answer.arrayBuffer());
        }
        if (answer.status === 404) {
          return null;
        }
        if (answer.status === 429 && pauses < MAX_PAUSES) {
          pauses += 1;
          opensAt = Math.max(opensAt, Date.now() + 1000 * (Number(answer.headers.get("Retry-After")) || PAUSE_SECONDS));
          onPause?.(Math.ceil((opensAt - Date.now()) / 1000));
          continue;
        }
        throw apiErrorOf(answer.status, await answer.json().catch(() => null));
      } catch (error) {
        signal.throwIfAborted();
        if (isRefusal(error) || tries === TRIES) {
          throw error;
        }
        await pause(tries * BETWEEN_TRIES_SECONDS, signal);
        tries += 1;
      } finally {
        timeout.letGo();
      }
    }
  };
}

/**
 * Returns a signal that aborts with the given one, or after a minute. Linked by hand, because Safari has had
 * AbortSignal.any only since 17.4.
 */
function timeoutWithin(signal: AbortSignal) {
  const controller = new AbortController();
  const end = () => controller.abort(signal.reason);
  const timer = setTimeout(() => controller.abort(new Error("The server took too long to answer.")), TIMEOUT_MS);
  signal.addEventListener("abort", end);
  if (signal.aborted) {
    end();
  }
  const letGo = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  };
  return { signal: controller.signal, letGo };
}

async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((go, stop) => {
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end);
      go();
    }, seconds * 1000);
    const end = () => {
      clearTimeout(timer);
      stop(new DOMException("stopped", "AbortError"));
    };
    signal.addEventListener("abort", end);
  });
}

/** Returns every code that was created from this one. */
export async function childrenOf(codeId: string, signal: AbortSignal): Promise<NamedCode[]> {
  const body = { base_code_id: codeId };
  return (await answerOf(api.POST("/v1/get-all-qr-codes/get-name-id", { body, signal }))).items;
}
