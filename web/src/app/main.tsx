import { queryClient, settings, texts } from "@/app/bootstrap";
// These styles are in the single style sheet that the document links.
import "@/app/shell/print.css";
import "@/app/shell/shell.css";
import "@/shared/components/plain.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/app";
import { createAppRouter } from "@/app/router";
import { StartFailed } from "@/app/start-failed";
import { guardDoubleClicks } from "@/shared/components/double-clicks";
import { ThemeProvider } from "@/shared/theme/theme-provider";

const element = document.getElementById("root");
if (element === null) {
  throw new Error("index.html has no #root");
}
const root = createRoot(element);
guardDoubleClicks(window);

// The settings, the code of the first screen and its data load in parallel.
const router = createAppRouter();

/**
 * Resolves when the code of the first screen has loaded. Until then, a prerendered page stays in place and accepts
 * input.
 */
const screen = new Promise<void>((resolve) => {
  const stop = router.subscribe(({ initialized }) => {
    if (initialized) {
      stop();
      resolve();
    }
  });
  if (router.state.initialized) {
    stop();
    resolve();
  }
});

Promise.all([settings, screen, texts]).then(
  ([config]) =>
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
