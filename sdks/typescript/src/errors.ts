/** Base of everything that the client throws. */
export class WaypostError extends Error {
  override name = "WaypostError";
}

/** There was no answer. The call may have been carried out, or not. */
export class ConnectionFailed extends WaypostError {
  override name = "ConnectionFailed";
}

/** What is wrong with one field of the request. */
export interface FieldError {
  field: string;
  message: string;
  code: string;
}

/** The body of an error (RFC 9457); some have more, such as `quota`. */
export interface Problem {
  code?: string;
  message?: string;
  errors?: FieldError[];
  request_id?: string | null;
  [more: string]: unknown;
}

/** The API refused the call. `code` is for programs, the message for people. */
export class ApiError extends WaypostError {
  override name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldError[];
  readonly requestId: string | null;
  /** Seconds that the API asks to wait. */
  readonly retryAfter: number | null;
  readonly problem: Problem;

  constructor(status: number, problem: Problem, retryAfter: number | null) {
    super(problem.message ?? `The API answered ${status}.`);
    this.status = status;
    this.code = problem.code ?? "unknown";
    this.fields = problem.errors ?? [];
    this.requestId = problem.request_id ?? null;
    this.retryAfter = retryAfter;
    this.problem = problem;
  }
}

/** The API key is missing, wrong or revoked. */
export class Unauthenticated extends ApiError {
  override name = "Unauthenticated";
}

/** The plan has no more of this, or a payment was refused. */
export class PaymentRequired extends ApiError {
  override name = "PaymentRequired";
}

/** The role of the API key does not allow this. */
export class Forbidden extends ApiError {
  override name = "Forbidden";
}

/** The organisation has nothing of that id. */
export class NotFound extends ApiError {
  override name = "NotFound";
}

/** The call conflicts with the current state, or its idempotency key was used for another. */
export class Conflict extends ApiError {
  override name = "Conflict";
}

/** It is no longer available. */
export class Gone extends ApiError {
  override name = "Gone";
}

/** Some fields are invalid; `fields` names them. */
export class InvalidRequest extends ApiError {
  override name = "InvalidRequest";
}

/** Calls came too fast. */
export class TooManyRequests extends ApiError {
  override name = "TooManyRequests";
}

/** The API cannot answer at the moment. */
export class Unavailable extends ApiError {
  override name = "Unavailable";
}

const KINDS = new Map<number, typeof ApiError>([
  [401, Unauthenticated],
  [402, PaymentRequired],
  [403, Forbidden],
  [404, NotFound],
  [409, Conflict],
  [410, Gone],
  [422, InvalidRequest],
  [429, TooManyRequests],
  [503, Unavailable],
]);

/** The error of an answer. */
export function errorOf(status: number, problem: Problem, retryAfter: number | null): ApiError {
  return new (KINDS.get(status) ?? ApiError)(status, problem, retryAfter);
}
