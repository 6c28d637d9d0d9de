import { whoIn } from "@/features/promotions/rewards/reward-texts";
import { type ApiError, isEditConflict, isFinal } from "@/shared/api/errors";

/** Stamps or points that were given offline. */
export interface Waiting {
  /** The idempotency key, so that it counts only once despite retries. */
  key: string;
  who: Partial<Record<string, string>>;
  unit: "points" | "stamps";
  amount: number;
  place: string | null;
  /** The time by this device's clock. */
  at: string;
  /** Why the server refused it. It is not sent again. */
  reason?: string;
}

const PLACE = "wp_till_queue:";

const listeners = new Set<() => void>();

/** Calls back whenever a queue changes, in this tab or in another one. */
export function onQueueChange(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener("storage", changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener("storage", changed);
  };
}

/** Returns the stored queue as text, which is identical as long as nothing changes. */
export function storedQueue(owner: string): string {
  return localStorage.getItem(PLACE + owner) ?? "[]";
}

/** Returns the pending entries of one staff member on this device. Entries of others are never sent. */
export function readQueue(owner: string): Waiting[] {
  try {
    const stored: unknown = JSON.parse(storedQueue(owner));
    return Array.isArray(stored) ? (stored as Waiting[]) : [];
  } catch {
    return [];
  }
}

function write(owner: string, queue: Waiting[]): void {
  if (queue.length === 0) {
    localStorage.removeItem(PLACE + owner);
  } else {
    localStorage.setItem(PLACE + owner, JSON.stringify(queue));
  }
  for (const changed of listeners) {
    changed();
  }
}

/**
 * Returns an identification of the card that stays valid: the short-lived signed code is replaced by the card that it
 * names.
 */
export function lastingWho(text: string): Partial<Record<string, string>> {
  const who = whoIn(text);
  return who.signed_code === undefined ? who : { swapt_card_id: text.trim().split(".")[1] ?? "" };
}

/** Adds an entry to the queue. Returns false if this browser has no storage. */
export function enqueue(owner: string, given: Waiting): boolean {
  try {
    write(owner, [...readQueue(owner), given]);
    return true;
  } catch {
    return false;
  }
}

/** Removes an entry that was sent, or a refusal that was read. */
export function dismiss(owner: string, key: string): void {
  write(
    owner,
    readQueue(owner).filter((one) => one.key !== key),
  );
}

/** Whether the entry was refused for good. If the card changed at the same moment, the entry is sent again. */
function isRefused(error: unknown): error is ApiError {
  return isFinal(error) && !isEditConflict(error);
}

async function sendAll(owner: string, send: (one: Waiting) => Promise<unknown>): Promise<void> {
  for (const one of readQueue(owner)) {
    if (one.reason !== undefined) {
      continue;
    }
    try {
      await send(one);
      dismiss(owner, one.key);
    } catch (error) {
      if (!isRefused(error)) {
        return;
      }
      const { message } = error;
      write(
        owner,
        readQueue(owner).map((other) => (other.key === one.key ? { ...other, reason: message } : other)),
      );
    }
  }
}

/** Sends the pending entries in order, in one tab at a time, and stops when there is no response. */
export async function replay(owner: string, send: (one: Waiting) => Promise<unknown>): Promise<void> {
  // Undefined if the page was loaded without TLS.
  const locks = (navigator as { locks?: LockManager | null }).locks;
  await (locks ? locks.request(PLACE + owner, () => sendAll(owner, send)) : sendAll(owner, send));
}
