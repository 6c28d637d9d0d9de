import { t } from "@lingui/core/macro";
import { onTokenJudged, setTokenSource, type TokenSource } from "@/shared/api/client";
import { ApiError } from "@/shared/api/errors";
import { type AuthProblem, LOGIN_REQUIRED, LOGIN_UNREACHABLE, DIFFERENT_USER } from "@/shared/auth/auth-problems";
import { storedSubject, storedToken, storedUser } from "@/shared/auth/stored-session";
import { loadLoginClient } from "@/shared/auth/load-login-client";
import type { Session } from "@/shared/auth/session";
import { whenIdle } from "@/shared/components/idle";

/** A stored token stays valid for longer than this. Until then, the main thread is reserved for the first screen. */
const FIRST_SCREEN_MS = 5_000;
/** Problems that only end when the page is reloaded. */
const FOR_GOOD: ReadonlySet<AuthProblem["kind"]> = new Set([LOGIN_UNREACHABLE.kind, DIFFERENT_USER.kind]);

/** Whether the identity provider has just redirected here, with a response that only the login client understands. */
function isAnswerOfLogin({ search }: Pick<Location, "search">): boolean {
  const answer = new URLSearchParams(search);
  return answer.has("state") && (answer.has("code") || answer.has("error"));
}

/**
 * The known state of the session, before and after the login client is loaded. A stored session is trusted until the
 * client has checked it: the screens render with it, and the server judges each request.
 */
export class SessionKeeper {
  #session: Session;
  #hasClient = false;
  /** The session that the login client reported; null before its first report. */
  #byClient: Session | null = null;
  /** The token that was stored when the session ended. */
  #tokenAtLoss: string | null = null;
  /** Paths that were refused since then, and which are therefore not public. */
  readonly #refusedPaths = new Set<string>();
  /** The subject of the user whose screens these are. */
  #subject: string | null = null;
  /** An action that was requested before the client was loaded. */
  #waiting: ((client: Session) => void) | null = null;
  readonly #listeners = new Set<() => void>();
  /** After a logout, the user is being redirected; sending them to the login would interrupt that. */
  #isLeaving = false;
  readonly #startOver: () => void;

  constructor(location: Pick<Location, "search"> = window.location, reload = () => window.location.reload()) {
    this.#startOver = reload;
    const hasStoredSession = !isAnswerOfLogin(location) && storedToken() !== null;
    this.#session = {
      status: hasStoredSession ? "authenticated" : "loading",
      user: hasStoredSession ? storedUser() : null,
      problem: null,
      login: this.#login,
      logout: this.#logout,
      resume: this.#resume,
    };
    this.#subject = hasStoredSession ? storedSubject() : null;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Returns the same object as long as the session is unchanged. */
  readonly session = () => this.#session;

  /** Whether the login client is loaded. */
  readonly hasClient = () => this.#hasClient;

  /** Loads the client: at once if a session depends on it, otherwise after the first screen has rendered. */
  readonly start = () => {
    onTokenJudged({ refused: this.#hearRefused, accepted: this.#hearAccepted });
    this.takeTokensFrom(async () => {
      const token = storedToken();
      if (token === null && this.#byClient === null) {
        this.#needClient();
      }
      return Promise.resolve(token);
    });
    addEventListener("storage", this.#lookForLogin);
    addEventListener("focus", this.#lookForLogin);
    addEventListener("online", this.#lookForConnection);
    addEventListener("pageshow", this.#comeBack);
    const stopWatching = () => {
      removeEventListener("storage", this.#lookForLogin);
      removeEventListener("focus", this.#lookForLogin);
      removeEventListener("online", this.#lookForConnection);
      removeEventListener("pageshow", this.#comeBack);
    };
    if (this.#session.status === "loading") {
      this.#needClient();
      return stopWatching;
    }
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => {
      // A failed download is retried when the client is needed.
      stop = whenIdle(() => void this.#fetchClient().catch(() => undefined));
    }, FIRST_SCREEN_MS);
    return () => {
      stopWatching();
      clearTimeout(timer);
      stop?.();
    };
  };

  /** Sets the source of access tokens. Tokens of anyone but the user of these screens are not used. */
  readonly takeTokensFrom = (source: TokenSource) =>
    setTokenSource(async () => {
      const token = await source();
      if (token !== null && this.#isSomebodyElses()) {
        this.#leaveToSomebodyElse();
        throw new ApiError({ status: 401, code: DIFFERENT_USER.kind, message: t(DIFFERENT_USER.title) });
      }
      return token;
    });

  /** Called when the client has checked the session. */
  readonly update = (session: Session) => {
    this.#byClient = session;
    if (session.status === "authenticated" && this.#isSomebodyElses()) {
      this.#leaveToSomebodyElse();
      return;
    }
    if (session.status === "authenticated") {
      this.#subject ??= storedSubject();
    }
    if (session.status !== "loading" && !this.#isLeaving) {
      this.#change({ status: session.status, user: session.user, problem: session.problem ?? this.#session.problem });
    }
    this.#waiting?.(session);
    this.#waiting = null;
  };

  /** Called when the session has ended by itself. */
  readonly lose = (problem: AuthProblem) => {
    if (this.#session.problem?.kind === DIFFERENT_USER.kind) {
      return;
    }
    if (this.#session.problem === null) {
      this.#tokenAtLoss = storedToken();
    }
    this.#change({ problem });
  };

  /** A response to an earlier token says nothing about the current one. */
  readonly #hearRefused = (token: string, path: string) => {
    const now = storedToken();
    if (now === null || now === token) {
      this.#refusedPaths.add(path);
      this.lose(LOGIN_REQUIRED);
    }
  };

  /** A public response says nothing about a session that has ended. */
  readonly #hearAccepted = (token: string, path: string) => {
    const isProof = token !== this.#tokenAtLoss || this.#refusedPaths.has(path);
    if (this.#session.problem !== null && isProof && token === storedToken()) {
      this.#resume();
    }
  };

  /** Continues with the stored session. Without one, and without a session in the client, nothing changes. */
  readonly #resume = () => {
    if (this.#isSomebodyElses()) {
      this.#leaveToSomebodyElse();
    } else if (storedToken() !== null) {
      this.#change({ status: "authenticated", user: storedUser() ?? this.#session.user, problem: null });
    } else if (this.#session.status === "authenticated") {
      this.#change({ problem: null });
    }
  };

  /** Continues a login of another tab in this one. */
  readonly #lookForLogin = () => {
    const token = storedToken();
    if (token === null) {
      return;
    }
    if (this.#isSomebodyElses()) {
      this.#leaveToSomebodyElse();
    } else if (this.#session.problem !== null && token !== this.#tokenAtLoss) {
      this.#resume();
    }
  };

  #isSomebodyElses(): boolean {
    const now = storedSubject();
    return this.#subject !== null && now !== null && now !== this.#subject;
  }

  #leaveToSomebodyElse() {
    if (this.#session.problem?.kind !== DIFFERENT_USER.kind) {
      this.#change({ problem: DIFFERENT_USER });
      this.#startOver();
    }
  }

  readonly #lookForConnection = () => {
    if (this.#session.problem !== null && this.#session.problem.kind !== LOGIN_REQUIRED.kind) {
      this.#resume();
    }
  };

  readonly #login = (returnTo?: string) => {
    const { problem, status } = this.#session;
    if (problem !== null && FOR_GOOD.has(problem.kind)) {
      this.#startOver();
      return;
    }
    // With neither a session nor a problem, the screen would be removed together with unsaved text, before the user has
    // really logged out.
    if (status !== "anonymous") {
      this.#change({ problem: null });
    }
    this.#withClient(({ login }) => login(returnTo));
  };

  readonly #logout = () => {
    this.#isLeaving = true;
    this.#withClient(({ logout }) => logout());
  };

  /** Browsers may restore a page from their cache as it was left. */
  readonly #comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted && this.#isLeaving) {
      this.#startOver();
    }
  };

  #withClient(act: (client: Session) => void) {
    if (this.#byClient === null) {
      this.#waiting = act;
      this.#needClient();
    } else {
      act(this.#byClient);
    }
  }

  #needClient() {
    this.#fetchClient().catch(() => this.lose(LOGIN_UNREACHABLE));
  }

  async #fetchClient() {
    await loadLoginClient();
    this.#hasClient = true;
    this.#tell();
  }

  #change(changes: Partial<Pick<Session, "status" | "user" | "problem">>) {
    const next = { ...this.#session, ...changes };
    if (signatureOf(next) !== signatureOf(this.#session)) {
      if (next.problem === null) {
        this.#refusedPaths.clear();
      }
      this.#session = next;
      this.#tell();
    }
  }

  #tell() {
    this.#listeners.forEach((listener) => listener());
  }
}

function signatureOf({ status, user, problem }: Session): string {
  return JSON.stringify([status, user, problem]);
}
