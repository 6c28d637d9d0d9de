import { type AppState, Auth0Provider, useAuth0 } from "@auth0/auth0-react";
import { type ReactNode, useLayoutEffect, useMemo, useState } from "react";
import { onTokenRefused, setTokenSource } from "@/shared/api/client";
import { ApiError } from "@/shared/api/errors";
import { type AuthProblem, describeAuthError, LOGIN_REQUIRED } from "@/shared/auth/auth-problems";
import { sayWhetherLoggedIn } from "@/shared/auth/known";
import { currentPath, safeReturnTo } from "@/shared/auth/return-to";
import { type Session, SessionContext } from "@/shared/auth/session";
import type { AppConfig } from "@/shared/config/app-config";

interface AuthProviderProps {
  config: AppConfig["auth"];
  /** Called after a login with the path to go back to. */
  onReturn: (path: string) => void;
  children: ReactNode;
}

/** What we set of the login client; everything else keeps its defaults. */
export function clientOptions(config: AppConfig["auth"], origin: string) {
  return {
    domain: config.domain,
    clientId: config.client_id,
    cacheLocation: "localstorage",
    useRefreshTokens: true,
    authorizationParams: {
      redirect_uri: `${origin}/auth/login`,
      audience: config.audience,
    },
  } as const;
}

/** The session, by the identity provider of this installation. */
export function AuthProvider({ config, onReturn, children }: AuthProviderProps) {
  return (
    <Auth0Provider
      {...clientOptions(config, window.location.origin)}
      onRedirectCallback={(state?: AppState) => onReturn(safeReturnTo(state?.returnTo ?? currentPath()))}
    >
      <SessionBridge>{children}</SessionBridge>
    </Auth0Provider>
  );
}

function SessionBridge({ children }: { children: ReactNode }) {
  const auth = useAuth0();
  const { isLoading, isAuthenticated, user, error, loginWithRedirect, getAccessTokenSilently } = auth;
  const [lost, setLost] = useState<AuthProblem | null>(null);

  useLayoutEffect(() => {
    setTokenSource(async () => {
      if (!isAuthenticated) {
        return null;
      }
      try {
        return (await getAccessTokenSilently()) ?? null;
      } catch (reason) {
        const problem = describeAuthError(reason);
        setLost(problem);
        throw new ApiError({ status: 401, code: problem.kind, message: problem.title });
      }
    });
    onTokenRefused(() => setLost(LOGIN_REQUIRED));
    if (!isLoading) {
      sayWhetherLoggedIn(isAuthenticated);
    }
  }, [isLoading, isAuthenticated, getAccessTokenSilently]);

  const session = useMemo<Session>(
    () => ({
      status: isLoading ? "loading" : isAuthenticated ? "authenticated" : "anonymous",
      user: user
        ? { name: user.name ?? user.email ?? "", email: user.email ?? "", picture: user.picture ?? "" }
        : null,
      problem: error ? describeAuthError(error) : lost,
      login: (returnTo) => {
        setLost(null);
        const appState: AppState = { returnTo: safeReturnTo(returnTo ?? currentPath()) };
        loginWithRedirect({ appState }).catch((reason: unknown) => setLost(describeAuthError(reason)));
      },
      logout: () => void auth.logout({ logoutParams: { returnTo: window.location.origin } }),
    }),
    [isLoading, isAuthenticated, user, error, lost, loginWithRedirect, auth],
  );

  return <SessionContext value={session}>{children}</SessionContext>;
}
