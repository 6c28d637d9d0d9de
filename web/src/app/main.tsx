import { queryClient, settings, texts } from "@/app/bootstrap";
// In the one file of styles that the document names.
import "@/app/shell/shell.css";
import "@/shared/components/plain.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/app";
import { createAppRouter } from "@/app/router";
import { StartFailed } from "@/app/start-failed";
import { ThemeProvider } from "@/shared/theme/theme-provider";

const element = document.getElementById("root");
if (element === null) {
  throw new Error("index.html has no #root");
}
const root = createRoot(element);

// The settings, the first screen's code and its data come at the same time.
const router = createAppRouter();

/** Whether the first screen's code is there: until then a page that was drawn ahead stays, and takes what is typed. */
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
