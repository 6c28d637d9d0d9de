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

/** What is said of each kind. */
export const PROBLEMS: Record<AuthProblemKind, Omit<AuthProblem, "kind">> = {
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
  unreachable: {
    title: "Waypost's login could not be fetched",
    message: "You may be offline, or Waypost was updated in the meantime. Load the page again once you are connected.",
    action: "Load again",
  },
  somebody_else: {
    title: "Somebody else has logged in",
    message: "This screen belongs to whoever was logged in before. Load it again to go on as the person of now.",
    action: "Load again",
  },
  unknown: {
    title: "Login did not work",
    message: "The login service reported an error.",
    action: "Try again",
  },
};

/** The session is over, whoever says so. */
export const LOGIN_REQUIRED: AuthProblem = { kind: "login_required", ...PROBLEMS.login_required };

/** The login client itself could not be fetched. */
export const LOGIN_UNREACHABLE: AuthProblem = { kind: "unreachable", ...PROBLEMS.unreachable };

/** Another person than the one of this screen has logged in in this browser. */
export const SOMEBODY_ELSE: AuthProblem = { kind: "somebody_else", ...PROBLEMS.somebody_else };
