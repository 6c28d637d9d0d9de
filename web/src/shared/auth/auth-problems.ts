export type AuthProblemKind =
  | "timeout"
  | "cancelled"
  | "state_mismatch"
  | "login_required"
  | "popup_blocked"
  | "unreachable"
  | "somebody_else"
  | "unknown";

/** Why a login did not work, in words, and how to go on. */
export interface AuthProblem {
  kind: AuthProblemKind;
  title: string;
  message: string;
  action: string;
}

/** The texts for each kind. */
export const PROBLEMS: Record<AuthProblemKind, Omit<AuthProblem, "kind">> = {
  timeout: {
    title: "The login service took too long",
    message: "The login service didn’t respond in time. Check your connection and try again.",
    action: "Retry",
  },
  cancelled: {
    title: "Login was cancelled",
    message: "You closed the login window or denied access. Log in again to continue.",
    action: "Log in",
  },
  state_mismatch: {
    title: "Login couldn’t be verified",
    message: "The response belongs to another login attempt, for example in an old tab. For security, it was not used.",
    action: "Start again",
  },
  login_required: {
    title: "Please log in again",
    message: "Your session has expired. Log in to continue where you left off.",
    action: "Log in",
  },
  popup_blocked: {
    title: "Your browser blocked the login window",
    message: "Allow pop-up windows for this site, or log in on this page instead.",
    action: "Log in on this page",
  },
  unreachable: {
    title: "Login couldn’t be loaded",
    message: "You may be offline, or Waypost was updated. Reload the page once you are online.",
    action: "Reload",
  },
  somebody_else: {
    title: "Another user has logged in",
    message: "This screen belongs to the previous user. Reload to continue as the current user.",
    action: "Reload",
  },
  unknown: {
    title: "Login failed",
    message: "The login service reported an error.",
    action: "Retry",
  },
};

/** The session has expired, no matter which side noticed. */
export const LOGIN_REQUIRED: AuthProblem = { kind: "login_required", ...PROBLEMS.login_required };

/** The login client itself could not be fetched. */
export const LOGIN_UNREACHABLE: AuthProblem = { kind: "unreachable", ...PROBLEMS.unreachable };

/** Another person than the one of this screen has logged in in this browser. */
export const DIFFERENT_USER: AuthProblem = { kind: "somebody_else", ...PROBLEMS.somebody_else };
