import { t } from "@lingui/core/macro";
import { onTokenJudged, setTokenSource, type TokenSource } from "@/shared/api/client";
import { ApiError } from "@/shared/api/errors";
import { type AuthProblem, LOGIN_REQUIRED, LOGIN_UNREACHABLE, DIFFERENT_USER } from "@/shared/auth/auth-problems";
import { storedSubject, storedToken, storedUser } from "@/shared/auth/stored-session";
import { loadLoginClient } from "@/shared/auth/load-login-client";
import type { Session } from "@/shared/auth/session";
import { whenIdle } from "@/shared/components/idle";

/** A kept token is good for longer; until then the thread belongs to the first screen. */
const FIRST_SCREEN_MS = 5_000;
/** Ends only where the page is loaded again. */
const FOR_GOOD: ReadonlySet<AuthProblem["kind"]> = new Set([LOGIN_UNREACHABLE.kind, DIFFERENT_USER.kind]);

/** Whether the identity provider has just sent somebody here, with an answer that only the login client understands. */
function isAnswerOfLogin({ search }: Pick<Location, "search">): boolean {
  const answer = new URLSearchParams(search);
  return answer.has("state") && (answer.has("code") || answer.has("error"));
}

/**
 * What is known of the session, before and after the login client is there. A session kept from before is believed
 * until the client has looked: the screens are drawn with it, and the server judges each request.
 */
export class SessionKeeper {
  #session: Session;
  #hasClient = false;
  /** The session by the client's word, once it has said something. */
  #byClient: Session | null = null;
  /** The token that was kept when the session ended. */
  #tokenAtLoss: string | null = null;
  /** What was refused since, and so is nothing that anybody may ask for. */
  readonly #refusedPaths = new Set<string>();
  /** Whose screens these are. */
  #subject: string | null = null;
  /** What somebody asked for before it was there. */
  #waiting: ((client: Session) => void) | null = null;
  readonly #listeners = new Set<() => void>();
  /** After logging out the user is being redirected; sending them to the login would interrupt that. */
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

  /** The same object as long as it says the same. */
  readonly session = () => this.#session;

  /** Whether the login client is fetched. */
  readonly hasClient = () => this.#hasClient;

  /** Fetches the client: at once where a session depends on it, and otherwise when the first screen stands. */
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
      // What cannot be fetched now is fetched when there is need.
      stop = whenIdle(() => void this.#fetchClient().catch(() => undefined));
    }, FIRST_SCREEN_MS);
    return () => {
      stopWatching();
      clearTimeout(timer);
      stop?.();
    };
  };

  /** Says where access tokens come from. Those of anybody else than whom the screens belong to are not used. */
  readonly takeTokensFrom = (source: TokenSource) =>
    setTokenSource(async () => {
      const token = await source();
      if (token !== null && this.#isSomebodyElses()) {
        this.#leaveToSomebodyElse();
        throw new ApiError({ status: 401, code: DIFFERENT_USER.kind, message: t(DIFFERENT_USER.title) });
      }
      return token;
    });

  /** The client has looked. */
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

  /** The session has ended by itself. */
  readonly lose = (problem: AuthProblem) => {
    if (this.#session.problem?.kind === DIFFERENT_USER.kind) {
      return;
    }
    if (this.#session.problem === null) {
      this.#tokenAtLoss = storedToken();
    }
    this.#change({ problem });
  };

  /** What was asked with a token of before says nothing of the one of now. */
  readonly #hearRefused = (token: string, path: string) => {
    const now = storedToken();
    if (now === null || now === token) {
      this.#refusedPaths.add(path);
      this.lose(LOGIN_REQUIRED);
    }
  };

  /** An answer that anybody gets says nothing of a session that has ended. */
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

  /** A login in another tab continues in this one. */
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
    // With neither a session nor a problem the screen would go, and the text on it, before somebody has left for good.
    if (status !== "anonymous") {
      this.#change({ problem: null });
    }
    this.#withClient(({ login }) => login(returnTo));
  };

  readonly #logout = () => {
    this.#isLeaving = true;
    this.#withClient(({ logout }) => logout());
  };

  /** Browsers may show a page again as it was left. */
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
