import {
  MissingRefreshTokenError,
  OAuthError,
  PopupCancelledError,
  PopupOpenError,
  TimeoutError,
} from "@auth0/auth0-react";

export type AuthProblemKind =
  | "timeout"
  | "cancelled"
  | "state_mismatch"
  | "login_required"
  | "popup_blocked"
  | "unknown";

/** Why a login did not work, in words, and how to go on. */
export interface AuthProblem {
  kind: AuthProblemKind;
  title: string;
  message: string;
  action: string;
}

const PROBLEMS: Record<AuthProblemKind, Omit<AuthProblem, "kind">> = {
  timeout: {
    title: "The login service took too long",
    message: "It did not answer in time. Your connection may be slow, or the service is busy. Nothing is lost.",
    action: "Try again",
  },
  cancelled: {
    title: "Login was cancelled",
    message: "You closed the login before it was finished, or did not allow it. You can start again whenever you like.",
    action: "Log in",
  },
  state_mismatch: {
    title: "This login can't be matched",
    message:
      "The answer belongs to another login attempt: perhaps an old tab, or the back button. To be safe it was not used.",
    action: "Start again",
  },
  login_required: {
    title: "Please log in again",
    message: "Your session is over. Log in and you will come back to where you were.",
    action: "Log in",
  },
  popup_blocked: {
    title: "Your browser blocked the login window",
    message: "Allow pop-up windows for this site, or log in on this page instead.",
    action: "Log in on this page",
  },
  unknown: {
    title: "Login did not work",
    message: "The login service reported an error.",
    action: "Try again",
  },
};

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

/** The session is over, whoever says so. */
export const LOGIN_REQUIRED: AuthProblem = { kind: "login_required", ...PROBLEMS.login_required };

/** Names the problem behind an error of the login client. */
export function describeAuthError(error: unknown): AuthProblem {
  const kind = kindOf(error);
  const problem = { kind, ...PROBLEMS[kind] };
  if (kind === "unknown") {
    const detail = error instanceof OAuthError ? (error.error_description ?? error.error) : "";
    const said = detail || (error instanceof Error ? error.message : "");
    return said ? { ...problem, message: `${problem.message} It said: “${said}”.` } : problem;
  }
  return problem;
}
