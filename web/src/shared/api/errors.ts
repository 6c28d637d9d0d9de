import * as z from "zod/mini";
import { fieldWords, plainWords } from "@/shared/api/field-words";

const problemSchema = z.object({
  status: z.number(),
  code: z.string(),
  message: z.string(),
  errors: z._default(z.array(z.object({ field: z.string(), message: z.string() })), []),
  request_id: z.nullish(z.string()),
  position: z.nullish(z.number()),
  missing: z._default(z.array(z.string()), []),
  deleted: z._default(z.array(z.string()), []),
});

/** An answer that says no, with its message for people and what is wrong per field. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  /** The character of a text, from 0, at which something is wrong. */
  readonly position: number | null;
  /** Of many things that were named, those that are not there any more. */
  readonly gone: readonly string[];

  constructor(options: {
    status: number;
    code: string;
    message: string;
    fields?: Record<string, string>;
    requestId?: string | null;
    position?: number | null;
    gone?: readonly string[];
  }) {
    super(options.message);
    this.name = "ApiError";
    this.status = options.status;
    this.code = options.code;
    this.fields = options.fields ?? {};
    this.requestId = options.requestId ?? null;
    this.position = options.position ?? null;
    this.gone = options.gone ?? [];
  }
}

/** The error that a response carries; a body that is no problem document gives a plain one. */
export function apiErrorOf(status: number, body: unknown): ApiError {
  const parsed = problemSchema.safeParse(body);
  if (!parsed.success) {
    return new ApiError({
      status,
      code: "unexpected_answer",
      message: `The server gave an unexpected answer (${status}). Please try again.`,
    });
  }
  const { code, message, errors, request_id, position, missing, deleted } = parsed.data;
  return new ApiError({
    status,
    code,
    message: errors.reduce(
      (told, error) =>
        told.replace(`${error.field} ${error.message}`, () => saidOf(error.field, plainWords(error.message))),
      message,
    ),
    fields: Object.fromEntries(errors.map((error) => [error.field, plainWords(error.message)])),
    requestId: request_id ?? null,
    position: position ?? null,
    gone: [...missing, ...deleted],
  });
}

function saidOf(field: string, text: string): string {
  return `${fieldWords(field)} ${text}`.trim();
}

/** What an error says of fields that no input shows; null when every one is shown beside its input. */
export function untoldOf(error: ApiError, isShown: (field: string) => boolean): string | null {
  const untold = Object.entries(error.fields).filter(([field]) => !isShown(field));
  const told = untold.map(([field, text]) => saidOf(field, text)).join("; ");
  return untold.length === 0 ? null : error.message.includes(told) ? error.message : `${error.message} (${told})`;
}

/** Whether asking again cannot help: the request itself was refused. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** Whether what was asked for is not there, or was removed. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

const LATER: readonly number[] = [401, 408, 425, 429];

/** Whether the same change, sent before, is still being made. */
export function isKeyInUse(error: unknown): boolean {
  return error instanceof ApiError && error.code === "idempotency_key_in_use";
}

/** Whether the answer stays no: who asks again after a while, or is logged in again, gets the same. */
export function isFinal(error: unknown): error is ApiError {
  return isRefusal(error) && error instanceof ApiError && !LATER.includes(error.status) && !isKeyInUse(error);
}

const CHANGED = ["changed_meanwhile", "code_changed", "note_changed", "page_changed", "slip_changed", "terms_changed"];

/** Whether somebody else changed it since it was read. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && CHANGED.includes(error.code);
}

/** What to tell people about any error. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    return error.message;
  }
  if (error instanceof TypeError) {
    return "The server can't be reached. Check your connection and try again.";
  }
  return error instanceof Error ? error.message : "Something went wrong.";
}
