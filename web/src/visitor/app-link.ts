const WAIT = 1500;

/** Opens the app, and goes on without it when the page is still in sight a moment later. */
export function openApp(link: HTMLAnchorElement): void {
  const fallback = link.dataset["fallback"];
  const app = link.getAttribute("href");
  if (fallback === undefined || app === null) {
    return;
  }
  // The page refreshes itself too: that is for those without script, or whose browser asks first.
  let hasLeft = false;
  document.addEventListener("visibilitychange", () => {
    hasLeft ||= document.visibilityState === "hidden";
  });
  window.setTimeout(() => {
    if (!hasLeft) {
      window.location.replace(fallback);
    }
  }, WAIT);
  window.location.href = app;
}
