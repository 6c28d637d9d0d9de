import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { loadLoginClient } from "@/shared/auth/load-login-client";
import { SessionContext } from "@/shared/auth/session";
import { SessionKeeper } from "@/shared/auth/session-keeper";
import type { AppConfig } from "@/shared/config/app-config";

const LoginClient = lazy(() => loadLoginClient().then((loaded) => ({ default: loaded.LoginClient })));

interface AuthProviderProps {
  config: AppConfig["auth"];
  /** Called after a login with the path to return to. */
  onReturn: (path: string) => void;
  children: ReactNode;
}

/**
 * Provides the session of this browser. The login client is mounted beside the screens, which render before it has
 * loaded.
 */
export function AuthProvider({ config, onReturn, children }: AuthProviderProps) {
  const [keeper] = useState(() => new SessionKeeper());
  const session = useSyncExternalStore(keeper.subscribe, keeper.session);
  const hasClient = useSyncExternalStore(keeper.subscribe, keeper.hasClient);
  useEffect(() => keeper.start(), [keeper]);
  return (
    <>
      <SessionContext value={session}>{children}</SessionContext>
      {hasClient ? (
        <Suspense fallback={null}>
          <LoginClient
            config={config}
            onReturn={onReturn}
            onSession={keeper.update}
            onLost={keeper.lose}
            onTokens={keeper.takeTokensFrom}
          />
        </Suspense>
      ) : null}
    </>
  );
}
