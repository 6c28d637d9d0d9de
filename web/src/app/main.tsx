import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/app";
import { askAhead } from "@/app/ask-ahead";
import { createAppRouter } from "@/app/router";
import { StartFailed } from "@/app/start-failed";
import { createQueryClient } from "@/shared/api/query-client";
import { loadAppConfig } from "@/shared/config/app-config";
import { ThemeProvider } from "@/shared/theme/theme-provider";

const element = document.getElementById("root");
if (element === null) {
  throw new Error("index.html has no #root");
}
const root = createRoot(element);

// The settings, the first screen's code and its data come at the same time.
const settings = loadAppConfig();
const router = createAppRouter();
const queryClient = createQueryClient();
askAhead(queryClient, window.location).catch(() => undefined); // the screen asks again and tells

settings.then(
  (config) =>
    root.render(
      <StrictMode>
        <App config={config} router={router} queryClient={queryClient} />
      </StrictMode>,
    ),
  (error: unknown) =>
    root.render(
      <ThemeProvider>
        <StartFailed error={error} />
      </ThemeProvider>,
    ),
);
