import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/app";
import { StartFailed } from "@/app/start-failed";
import { loadAppConfig } from "@/shared/config/app-config";
import { ThemeProvider } from "@/shared/theme/theme-provider";

const element = document.getElementById("root");
if (element === null) {
  throw new Error("index.html has no #root");
}
const root = createRoot(element);

loadAppConfig().then(
  (config) =>
    root.render(
      <StrictMode>
        <App config={config} />
      </StrictMode>,
    ),
  (error: unknown) =>
    root.render(
      <ThemeProvider>
        <StartFailed error={error} />
      </ThemeProvider>,
    ),
);
