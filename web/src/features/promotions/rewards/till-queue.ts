import { whoIn } from "@/features/promotions/rewards/reward-texts";
import { type ApiError, isEditConflict, isFinal } from "@/shared/api/errors";

/** Stamps or points that were given without a network. */
export interface Waiting {
  /** Under which it counts once, however often it is sent. */
  key: string;
  who: Partial<Record<string, string>>;
  unit: "points" | "stamps";
  amount: number;
  place: string | null;
  /** When it was given, by this device's clock. */
  at: string;
  /** Why the server does not take it; it is not sent any more. */
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

/** The queue as it is kept: the same text as long as nothing changes. */
export function storedQueue(owner: string): string {
  return localStorage.getItem(PLACE + owner) ?? "[]";
}

/** What waits on this device for one person: nobody sends what another one gave. */
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

/** Whose card it is, as far as it is good for longer than a minute: of a signed code the card that is named in it. */
export function lastingWho(text: string): Partial<Record<string, string>> {
  const who = whoIn(text);
  return who.signed_code === undefined ? who : { swapt_card_id: text.trim().split(".")[1] ?? "" };
}

/** Keeps something that was given; false if this browser keeps nothing. */
export function enqueue(owner: string, given: Waiting): boolean {
  try {
    write(owner, [...readQueue(owner), given]);
    return true;
  } catch {
    return false;
  }
}

/** Forgets what was sent, or a refusal that was read. */
export function dismiss(owner: string, key: string): void {
  write(
    owner,
    readQueue(owner).filter((one) => one.key !== key),
  );
}

/** Whether it was refused. If the card changed at the same moment, the same is sent again. */
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

/** Sends what waits, in its order and one tab at a time; stops where there is no answer. */
export async function replay(owner: string, send: (one: Waiting) => Promise<unknown>): Promise<void> {
  // Absent where the page came without TLS.
  const locks = (navigator as { locks?: LockManager | null }).locks;
  await (locks ? locks.request(PLACE + owner, () => sendAll(owner, send)) : sendAll(owner, send));
}
