import { t } from "@lingui/core/macro";
import * as z from "zod/mini";
import { fieldLabel, withFieldLabels } from "@/shared/api/field-labels";

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

/** An error response, with its message for the user and the errors per field. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  /** The index of the character, from 0, at which the text is wrong. */
  readonly position: number | null;
  /** The requested ids that no longer exist. */
  readonly missingIds: readonly string[];

  constructor(options: {
    status: number;
    code: string;
    message: string;
    fields?: Record<string, string>;
    requestId?: string | null;
    position?: number | null;
    missingIds?: readonly string[];
  }) {
    super(options.message);
    this.name = "ApiError";
    this.status = options.status;
    this.code = options.code;
    this.fields = options.fields ?? {};
    this.requestId = options.requestId ?? null;
    this.position = options.position ?? null;
    this.missingIds = options.missingIds ?? [];
  }
}

/** The error in a response; a body that is not a problem document gives a generic one. */
export function apiErrorOf(status: number, body: unknown): ApiError {
  const parsed = problemSchema.safeParse(body);
  if (!parsed.success) {
    return new ApiError({
      status,
      code: "unexpected_answer",
      message: t`The server returned an unexpected response (${status}). Please try again.`,
    });
  }
  const { code, message, errors, request_id, position, missing, deleted } = parsed.data;
  return new ApiError({
    status,
    code,
    message: errors.reduce(
      (text, error) =>
        text.replace(`${error.field} ${error.message}`, (_, place: number) => {
          const sentence = fieldSentence(error.field, withFieldLabels(error.message));
          return place === 0 ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : sentence;
        }),
      message,
    ),
    fields: Object.fromEntries(errors.map((error) => [error.field, withFieldLabels(error.message)])),
    requestId: request_id ?? null,
    position: position ?? null,
    missingIds: [...missing, ...deleted],
  });
}

function fieldSentence(field: string, text: string): string {
  return `${fieldLabel(field)} ${text}`.trim();
}

/** The errors of fields without an input on the screen; null when each error is shown beside its input. */
export function hiddenFieldErrors(error: ApiError, isShown: (field: string) => boolean): string | null {
  const unshown = Object.entries(error.fields).filter(([field]) => !isShown(field));
  const sentences = unshown.map(([field, text]) => fieldSentence(field, text)).join("; ");
  return unshown.length === 0
    ? null
    : error.message.includes(sentences)
      ? error.message
      : `${error.message} (${sentences})`;
}

/** Whether retrying cannot help: the request itself was rejected. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** Whether the resource does not exist or was removed. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

const LATER: readonly number[] = [401, 408, 425, 429];

/** Whether an identical earlier request is still being processed. */
export function isKeyInUse(error: unknown): boolean {
  return error instanceof ApiError && error.code === "idempotency_key_in_use";
}

/** Whether the error is final: retrying later or after a login gives the same result. */
export function isFinal(error: unknown): error is ApiError {
  return isRefusal(error) && error instanceof ApiError && !LATER.includes(error.status) && !isKeyInUse(error);
}

const CHANGED = [
  "automation_changed",
  "campaign_changed",
  "changed_meanwhile",
  "code_changed",
  "game_changed",
  "note_changed",
  "page_changed",
  "pass_template_changed",
  "slip_changed",
  "terms_changed",
];

/** Whether someone else changed the resource since it was read. */
export function isEditConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && CHANGED.includes(error.code);
}

/** The message to show for any error. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    return error.message;
  }
  if (error instanceof TypeError) {
    return t`The server can’t be reached. Check your connection and try again.`;
  }
  return error instanceof Error ? error.message : t`Something went wrong. Please try again.`;
}
