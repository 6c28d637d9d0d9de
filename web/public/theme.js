// Runs before the first paint, so that a dark theme does not flash white while the app loads.
try {
  var kept = JSON.parse(localStorage.getItem("theme-store") || "{}");
  var theme = kept.state && kept.state.theme;
  if (theme !== "dark" && theme !== "light") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.colorScheme = theme;
} catch {
  document.documentElement.dataset.theme = "light";
}
