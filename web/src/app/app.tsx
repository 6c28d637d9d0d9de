import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "react-router/dom";
import type { createAppRouter } from "@/app/router";
import { AuthProvider } from "@/shared/auth/auth-provider";
import type { AppConfig } from "@/shared/config/app-config";
import { AppConfigContext } from "@/shared/config/app-config-context";
import { ErrorBoundary } from "@/shared/components/error-boundary";
import { ToastProvider } from "@/shared/components/toasts";
import { ThemeProvider } from "@/shared/theme/theme-provider";

interface AppProps {
  config: AppConfig;
  router: ReturnType<typeof createAppRouter>;
  queryClient: QueryClient;
}

/** The providers that every screen needs. */
export function App({ config, router, queryClient }: AppProps) {
  return (
    <AppConfigContext value={config}>
      <ThemeProvider>
        <ErrorBoundary>
          <QueryClientProvider client={queryClient}>
            <ToastProvider>
              <AuthProvider config={config.auth} onReturn={(path) => void router.navigate(path, { replace: true })}>
                {/* Drawn in one go: slices of a few milliseconds, with a frame between any two, take a slow machine three times as long. */}
                <RouterProvider router={router} useTransitions={false} />
              </AuthProvider>
            </ToastProvider>
          </QueryClientProvider>
        </ErrorBoundary>
      </ThemeProvider>
    </AppConfigContext>
  );
}
