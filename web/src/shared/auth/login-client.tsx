import { t } from "@lingui/core/macro";
import { type AppState, Auth0Provider, useAuth0 } from "@auth0/auth0-react";
import { useEffect, useLayoutEffect, useMemo } from "react";
import type { TokenSource } from "@/shared/api/client";
import { ApiError } from "@/shared/api/errors";
import type { AuthProblem } from "@/shared/auth/auth-problems";
import { describeAuthError } from "@/shared/auth/describe-auth-error";
import { storedToken } from "@/shared/auth/stored-session";
import { setLoggedIn } from "@/shared/auth/logged-in";
import { currentPath, safeReturnTo } from "@/shared/auth/return-to";
import { SessionCache } from "@/shared/auth/session-cache";
import type { Session } from "@/shared/auth/session";
import type { AppConfig } from "@/shared/config/app-config";

interface LoginClientProps {
  config: AppConfig["auth"];
  /** Called after a login with the path to return to. */
  onReturn: (path: string) => void;
  /** Called with each change of the session. */
  onSession: (session: Session) => void;
  /** Called when the session ends by itself, with the reason. */
  onLost: (problem: AuthProblem) => void;
  /** Called with the source of access tokens. */
  onTokens: (source: TokenSource) => void;
}

const LOGIN_PATH = "/auth/login";
const SESSION_CACHE = new SessionCache();

/** The options that Waypost sets on the login client; everything else keeps its defaults. */
export function clientOptions(config: AppConfig["auth"], origin: string) {
  return {
    domain: config.domain,
    clientId: config.client_id,
    cache: SESSION_CACHE,
    useRefreshTokens: true,
    authorizationParams: {
      redirect_uri: `${origin}${LOGIN_PATH}`,
      audience: config.audience,
    },
  } as const;
}

/** Connects to the identity provider of this installation and reports the session. It renders nothing. */
export function LoginClient({ config, onReturn, onSession, onLost, onTokens }: LoginClientProps) {
  return (
    <Auth0Provider
      {...clientOptions(config, window.location.origin)}
      // Vendors that are connected through their own login also redirect back with a code and a state, but to another
      // address.
      skipRedirectCallback={window.location.pathname !== LOGIN_PATH}
      onRedirectCallback={(state?: AppState) => onReturn(safeReturnTo(state?.returnTo ?? currentPath()))}
    >
      <SessionBridge onSession={onSession} onLost={onLost} onTokens={onTokens} />
    </Auth0Provider>
  );
}

/** Reports the session and provides its tokens. */
export function SessionBridge({
  onSession,
  onLost,
  onTokens,
}: Pick<LoginClientProps, "onSession" | "onLost" | "onTokens">) {
  const { isLoading, isAuthenticated, user, error, loginWithRedirect, logout, getAccessTokenSilently } = useAuth0();

  useLayoutEffect(() => {
    if (isLoading) {
      return;
    }
    onTokens(async () => {
      // After a logout in another tab, somebody may have logged in there. Requesting a token makes the client notice
      // it.
      if (!isAuthenticated && storedToken() === null) {
        return null;
      }
      try {
        return (await getAccessTokenSilently()) ?? null;
      } catch (reason) {
        const problem = describeAuthError(reason);
        onLost(problem);
        throw new ApiError({ status: 401, code: problem.kind, message: t(problem.title) });
      }
    });
    setLoggedIn(isAuthenticated);
  }, [isLoading, isAuthenticated, getAccessTokenSilently, onLost, onTokens]);

  const session = useMemo<Session>(
    () => ({
      status: isLoading ? "loading" : isAuthenticated ? "authenticated" : "anonymous",
      user: user ? { name: user.name ?? user.email ?? "", email: user.email ?? "", picture: user.picture ?? "" } : null,
      problem: error ? describeAuthError(error) : null,
      login: (returnTo) => {
        const appState: AppState = { returnTo: safeReturnTo(returnTo ?? currentPath()) };
        loginWithRedirect({ appState }).catch((reason: unknown) => onLost(describeAuthError(reason)));
      },
      logout: () => void logout({ logoutParams: { returnTo: window.location.origin } }),
      resume: () => undefined,
    }),
    [isLoading, isAuthenticated, user, error, loginWithRedirect, logout, onLost],
  );
  useEffect(() => onSession(session), [session, onSession]);
  return null;
}
