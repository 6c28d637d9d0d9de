/**
 * Forms that wait for the network: stored on this device, each sent once, and deleted when the server has accepted it.
 */

import type { Deadlines } from "./deadlines";
import type { GivenPass } from "./given-pass";
import { storeRejected } from "./rejected-forms";

const PLACE = "wp_outbox";
const MAX = 20;
const LONGEST_WAIT_MS = 7 * 24 * 3600 * 1000;
const TIMEOUT_MS = 20_000;

export interface Submission {
  submission_key: string;
  [part: string]: unknown;
}

/** The server's response to a form that it does not accept. */
export interface Problem {
  code?: string;
  detail?: string;
  errors?: { field: string; code?: string; message?: string }[];
}

/** The text for a problem, in the page's language where it has a translation. */
export function problemText({ code = "", detail }: Problem, words: Record<string, string>): string {
  return words[code === "answered_already" ? "answered" : code] || detail || (words["failed"] ?? "");
}

/** The errors of a problem by field: their codes, and texts for codes that the page has no text for. */
export function fieldErrorsOf(problem: Problem): { codes: Record<string, string>; texts: Record<string, string> } {
  const errors = (problem.errors ?? []).map((it) => ({ ...it, name: it.field.replace(/^fields\./, "") }));
  return {
    codes: Object.fromEntries(errors.map(({ name, code }) => [name, code ?? ""])),
    texts: Object.fromEntries(errors.map(({ name, message }) => [name, message ?? ""])),
  };
}

/** The server's response to a form that it accepts. */
export interface Taken {
  given_pass?: GivenPass | null;
}

interface Waiting {
  at: number;
  body: Submission;
}

function read(): Waiting[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    const oldest = Date.now() - LONGEST_WAIT_MS;
    return Array.isArray(stored) ? (stored as Waiting[]).filter((item) => item.at > oldest) : [];
  } catch {
    return [];
  }
}

function write(waiting: Waiting[]): void {
  if (waiting.length === 0) {
    localStorage.removeItem(PLACE);
  } else {
    localStorage.setItem(PLACE, JSON.stringify(waiting));
  }
}

/** Generates a key; browsers provide UUIDs only over TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The server's key of this visit; a generated one if the page was loaded without one. */
export function keyOf(form: HTMLFormElement): string {
  const input = form.querySelector<HTMLInputElement>("[name=submission_key]");
  if (input === null) {
    return newKey();
  }
  if (input.value === "" || input.value.includes("%")) {
    input.value = newKey();
  }
  return input.value;
}

/** Posts a form; requests with the same key count once. */
export function post(body: Submission): Promise<Response> {
  return fetch("/v1/append-submit", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": body.submission_key },
    body: JSON.stringify(body),
    signal: (AbortSignal as Deadlines).timeout?.(TIMEOUT_MS),
  });
}

/** Stores a form for later; returns false if this browser has no storage. */
export function enqueue(body: Submission): boolean {
  try {
    const others = read().filter((item) => item.body.submission_key !== body.submission_key);
    write([...others.slice(1 - MAX), { at: Date.now(), body }]);
    return true;
  } catch {
    return false;
  }
}

function dequeue(key: string): void {
  write(read().filter((item) => item.body.submission_key !== key));
}

/**
 * Whether a response settles a form: it was accepted, or refused for good. A response with a `Retry-After` header
 * requests a retry.
 */
export function isFinal({ status, headers }: Response): boolean {
  return status < 500 && status !== 429 && status !== 408 && !headers.has("Retry-After");
}

/** Called with the response to a form, or false if it was refused; returns whether the visitor could be notified. */
type Settled = (key: string, answer: Taken | false) => boolean;

async function sendWaiting(onSent: Settled): Promise<void> {
  for (const { body } of read()) {
    try {
      const answer = await post(body);
      if (!isFinal(answer)) {
        return;
      }
      dequeue(body.submission_key);
      const outcome = (await answer.json().catch(() => ({}))) as Problem & Taken;
      if (!onSent(body.submission_key, answer.ok && outcome) && !answer.ok) {
        storeRejected(body, outcome.code);
      }
    } catch {
      return;
    }
  }
}

/** Sends the waiting forms now and whenever the network is back; one tab at a time. */
export function sendWhenOnline(onSent: Settled): void {
  const run = () => {
    if (!navigator.onLine || read().length === 0) {
      return;
    }
    // Not available if the page was loaded without TLS.
    const locks = (navigator as { locks?: LockManager | null }).locks;
    void (locks ? locks.request(PLACE, () => sendWaiting(onSent)) : sendWaiting(onSent));
  };
  addEventListener("online", run);
  run();
}
