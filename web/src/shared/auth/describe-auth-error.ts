import { msg } from "@lingui/core/macro";
import {
  MissingRefreshTokenError,
  OAuthError,
  PopupCancelledError,
  PopupOpenError,
  TimeoutError,
} from "@auth0/auth0-react";
import { type AuthProblem, type AuthProblemKind, PROBLEMS } from "@/shared/auth/auth-problems";

const LOGIN_NEEDED = new Set([
  "login_required",
  "consent_required",
  "interaction_required",
  "account_selection_required",
  "invalid_grant",
  "missing_refresh_token",
]);
const CANCELLED = new Set(["access_denied", "cancelled", "user_cancelled"]);

function codeOf(error: unknown): string {
  const code = error instanceof Error && "error" in error ? error.error : undefined;
  return typeof code === "string" ? code : "";
}

function kindOf(error: unknown): AuthProblemKind {
  if (error instanceof PopupCancelledError || CANCELLED.has(codeOf(error))) {
    return "cancelled";
  }
  if (error instanceof TimeoutError || codeOf(error) === "timeout") {
    return "timeout";
  }
  if (error instanceof PopupOpenError) {
    return "popup_blocked";
  }
  if (error instanceof MissingRefreshTokenError || LOGIN_NEEDED.has(codeOf(error))) {
    return "login_required";
  }
  const message = error instanceof Error ? error.message : "";
  if (codeOf(error) === "missing_transaction" || /invalid state|state mismatch/i.test(message)) {
    return "state_mismatch";
  }
  return "unknown";
}

/** Maps an error of the login client to the problem behind it. */
export function describeAuthError(error: unknown): AuthProblem {
  const kind = kindOf(error);
  const problem = { kind, ...PROBLEMS[kind] };
  if (kind === "unknown") {
    const detail = error instanceof OAuthError ? (error.error_description ?? error.error) : "";
    const reason = detail || (error instanceof Error ? error.message : "");
    return reason ? { ...problem, message: msg`The login service reported an error. Details: “${reason}”.` } : problem;
  }
  return problem;
}
