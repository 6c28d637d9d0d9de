const WAIT = 1500;

/** Opens the app, and continues without it if the page is still visible a moment later. */
export function openApp(link: HTMLAnchorElement): void {
  const fallback = link.dataset["fallback"];
  const app = link.getAttribute("href");
  if (fallback === undefined || app === null) {
    return;
  }
  // The page also refreshes itself, for visitors without JavaScript or whose browser asks first.
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
