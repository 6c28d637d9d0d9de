import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

export type AuthProblemKind =
  | "timeout"
  | "cancelled"
  | "state_mismatch"
  | "login_required"
  | "popup_blocked"
  | "unreachable"
  | "somebody_else"
  | "unknown";

/** Why a login did not work, in words, and how to continue. */
export interface AuthProblem {
  kind: AuthProblemKind;
  title: MessageDescriptor;
  message: MessageDescriptor;
  action: MessageDescriptor;
}

/** The texts for each kind of problem. */
export const PROBLEMS: Record<AuthProblemKind, Omit<AuthProblem, "kind">> = {
  timeout: {
    title: msg`The login service took too long`,
    message: msg`The login service didn’t respond in time. Check your connection and try again.`,
    action: msg`Retry`,
  },
  cancelled: {
    title: msg`Login was cancelled`,
    message: msg`You closed the login window or denied access. Log in again to continue.`,
    action: msg`Log in`,
  },
  state_mismatch: {
    title: msg`Login couldn’t be verified`,
    message: msg`The response belongs to another login attempt, for example in an old tab. For security, it was not used.`,
    action: msg`Start again`,
  },
  login_required: {
    title: msg`Please log in again`,
    message: msg`Your session has expired. Log in to continue where you left off.`,
    action: msg`Log in`,
  },
  popup_blocked: {
    title: msg`Your browser blocked the login window`,
    message: msg`Allow pop-up windows for this site, or log in on this page instead.`,
    action: msg`Log in on this page`,
  },
  unreachable: {
    title: msg`Login couldn’t be loaded`,
    message: msg`You may be offline, or Waypost was updated. Reload the page once you are online.`,
    action: msg`Reload`,
  },
  somebody_else: {
    title: msg`Another user has logged in`,
    message: msg`This screen belongs to the previous user. Reload to continue as the current user.`,
    action: msg`Reload`,
  },
  unknown: {
    title: msg`Login failed`,
    message: msg`The login service reported an error.`,
    action: msg`Retry`,
  },
};

/** The session has expired, whether the client or the server noticed it. */
export const LOGIN_REQUIRED: AuthProblem = { kind: "login_required", ...PROBLEMS.login_required };

/** The login client itself could not be downloaded. */
export const LOGIN_UNREACHABLE: AuthProblem = { kind: "unreachable", ...PROBLEMS.unreachable };

/** Somebody other than the user of this screen has logged in in this browser. */
export const DIFFERENT_USER: AuthProblem = { kind: "somebody_else", ...PROBLEMS.somebody_else };
