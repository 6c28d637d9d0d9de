import { type PictureChoice, pictureAddress } from "@/features/codes/codes/bulk-pictures";
import { answerOf, api } from "@/shared/api/client";
import { apiErrorOf, isRefusal } from "@/shared/api/errors";

export interface NamedCode {
  code_id: string;
  name: string;
}

/** The pictures that came, by their codes' ids; null for a code that is gone by now. */
export type Pictures = Map<string, Uint8Array<ArrayBuffer> | null>;

/** The codes whose pictures didn't come, and what was answered last. */
export interface FailedPictures {
  codes: NamedCode[];
  reason: unknown;
}

const AT_ONCE = 4;
const PAUSE_SECONDS = 5;
const TRIES = 3;
const BETWEEN_TRIES_SECONDS = 1;
const TIMEOUT_MS = 60_000;
/** So often the server may ask to wait with the same picture. */
const MAX_PAUSES = 5;
/** So many in a row that don't come are no accident: the others aren't asked for. */
const ENOUGH_MISSED = 8;

interface Fetching {
  choice: PictureChoice;
  signal: AbortSignal;
  onProgress: () => void;
  /** Told for how many seconds the server asks to wait, and null when it goes on. */
  onPause?: (seconds: number | null) => void;
}

/**
 * Adds the pictures of these codes that are not there yet, some at a time. One that fails is tried again, and
 * then left out: the others are fetched all the same, and the answer says which are missing.
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

/** Fetches one picture after another; when the server asks one to wait, all wait. */
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
        // The look may have changed since the browser kept one.
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

/** A signal that ends with this one, or after a minute. Linked by hand: Safari has AbortSignal.any since 17.4 only. */
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

/** Every code that was made from this one. */
export async function childrenOf(codeId: string, signal: AbortSignal): Promise<NamedCode[]> {
  const body = { base_code_id: codeId };
  return (await answerOf(api.POST("/v1/get-all-qr-codes/get-name-id", { body, signal }))).items;
}
