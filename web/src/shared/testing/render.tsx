import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { createQueryClient } from "@/shared/api/query-client";
import { type Session, SessionContext } from "@/shared/auth/session";
import type { AppConfig } from "@/shared/config/app-config";
import { AppConfigContext } from "@/shared/config/app-config-context";
import { ToastProvider } from "@/shared/components/toasts";
import { ThemeProvider } from "@/shared/theme/theme-provider";

export const TEST_CONFIG: AppConfig = {
  auth: { domain: "login.example", client_id: "web", audience: "https://api.example" },
  version: "0.0.0",
  base_url: "https://go.example",
  tour_host: null,
};

/** A session in which nobody is logged in, with the changes that a test needs. */
export function sessionOf(changes: Partial<Session> = {}): Session {
  return {
    status: "anonymous",
    user: null,
    problem: null,
    login: () => undefined,
    logout: () => undefined,
    resume: () => undefined,
    ...changes,
  };
}

/** Renders an element inside all providers that screens need. */
export function renderApp(element: ReactElement, session: Session = sessionOf()) {
  const queryClient = createQueryClient();
  const around = (content: ReactElement, now: Session) => (
    <AppConfigContext value={TEST_CONFIG}>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <ToastProvider>
            <SessionContext value={now}>{content}</SessionContext>
          </ToastProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </AppConfigContext>
  );
  const view = render(around(element, session));
  return { ...view, queryClient, withSession: (now: Session) => view.rerender(around(element, now)) };
}
