import { createContext, useContext } from "react";
import type { AuthProblem } from "@/shared/auth/auth-problems";

interface SessionUser {
  name: string;
  email: string;
  picture: string;
}

/** The current user and login state, as far as the login client knows. */
export interface Session {
  status: "loading" | "authenticated" | "anonymous";
  user: SessionUser | null;
  problem: AuthProblem | null;
  /** Goes to the login and returns to `returnTo`, or to the current path. */
  login: (returnTo?: string) => void;
  logout: () => void;
  /** Continues as if nothing had happened; the next request shows whether that works. */
  resume: () => void;
}

export const SessionContext = createContext<Session | null>(null);

/** The session of this browser. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) {
    throw new Error("useSession needs an AuthProvider above it");
  }
  return session;
}
