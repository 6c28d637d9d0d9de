import { onTokenRefused, setTokenSource } from "@/shared/api/client";
import { type AuthProblem, LOGIN_REQUIRED, LOGIN_UNREACHABLE } from "@/shared/auth/auth-problems";
import { keptToken, keptUser } from "@/shared/auth/kept-session";
import { loadLoginClient } from "@/shared/auth/load-login-client";
import type { Session } from "@/shared/auth/session";
import { whenIdle } from "@/shared/components/idle";

/** A kept token is good for longer; until then the thread belongs to the first screen. */
const FIRST_SCREEN_MS = 5_000;

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
  /** What somebody asked for before it was there. */
  #waiting: ((client: Session) => void) | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(location: Pick<Location, "search"> = window.location) {
    const isKept = !isAnswerOfLogin(location) && keptToken() !== null;
    this.#session = {
      status: isKept ? "authenticated" : "loading",
      user: isKept ? keptUser() : null,
      problem: null,
      login: this.#login,
      logout: () => this.#withClient(({ logout }) => logout()),
      resume: this.#resume,
    };
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
    onTokenRefused(() => this.lose(LOGIN_REQUIRED));
    setTokenSource(async () => {
      const token = keptToken();
      if (token === null && this.#byClient === null) {
        this.#needClient();
      }
      return Promise.resolve(token);
    });
    addEventListener("storage", this.#lookForLogin);
    addEventListener("focus", this.#lookForLogin);
    addEventListener("online", this.#lookForConnection);
    const stopLooking = () => {
      removeEventListener("storage", this.#lookForLogin);
      removeEventListener("focus", this.#lookForLogin);
      removeEventListener("online", this.#lookForConnection);
    };
    if (this.#session.status === "loading") {
      this.#needClient();
      return stopLooking;
    }
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => {
      // What cannot be fetched now is fetched when there is need.
      stop = whenIdle(() => void this.#fetchClient().catch(() => undefined));
    }, FIRST_SCREEN_MS);
    return () => {
      stopLooking();
      clearTimeout(timer);
      stop?.();
    };
  };

  /** The client has looked. */
  readonly hear = (session: Session) => {
    this.#byClient = session;
    if (session.status !== "loading") {
      this.#change({ status: session.status, user: session.user, problem: session.problem ?? this.#session.problem });
    }
    this.#waiting?.(session);
    this.#waiting = null;
  };

  /** The session has ended by itself. */
  readonly lose = (problem: AuthProblem) => {
    if (this.#session.problem === null) {
      this.#tokenAtLoss = keptToken();
    }
    this.#change({ problem });
  };

  readonly #resume = () => this.#change({ problem: null });

  /** Whoever has logged in in another tab goes on in this one. */
  readonly #lookForLogin = () => {
    const token = keptToken();
    if (this.#session.problem !== null && token !== null && token !== this.#tokenAtLoss) {
      this.#resume();
    }
  };

  readonly #lookForConnection = () => {
    if (this.#session.problem !== null && this.#session.problem.kind !== LOGIN_REQUIRED.kind) {
      this.#resume();
    }
  };

  readonly #login = (returnTo?: string) => {
    if (this.#session.problem?.kind === LOGIN_UNREACHABLE.kind) {
      window.location.reload();
      return;
    }
    this.#change({ problem: null });
    this.#withClient(({ login }) => login(returnTo));
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
    if (saidBy(next) !== saidBy(this.#session)) {
      this.#session = next;
      this.#tell();
    }
  }

  #tell() {
    this.#listeners.forEach((listener) => listener());
  }
}

function saidBy({ status, user, problem }: Session): string {
  return JSON.stringify([status, user, problem]);
}
