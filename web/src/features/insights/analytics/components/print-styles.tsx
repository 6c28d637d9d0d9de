import GlobalStyles from "@mui/material/GlobalStyles";

/** Colours on paper, regardless of the theme of the screen. */
const PAPER = Object.fromEntries(
  Object.entries({
    "background-default": "#fff",
    "background-paper": "#fff",
    "text-primary": "#15181d",
    "text-secondary": "#545b66",
    divider: "#d9dde3",
    "action-hover": "#f1f3f5",
  }).map(([name, color]) => [`--mui-palette-${name}`, `${color} !important`]),
);

/** Interactive elements. Rows with numbers and names that filter on click are still printed. */
export const HIDDEN_ON_PAPER = [
  "nav",
  ".top-bar",
  ".no-print",
  ".waypost-toasts",
  "main button:not(.choose, .only, .MuiLink-root)",
  "main .MuiButton-root",
  "main .MuiTabs-root",
  "a[href='#main']",
].join(", ");

/** Print styles of the dashboard on A4: light, without interactive elements, and with few cards split across pages. */
export function PrintStyles() {
  return (
    <GlobalStyles
      styles={{
        ".only-print": { display: "none" },
        "@page": { size: "A4", margin: "12mm 10mm" },
        "@media print": {
          ":root": { colorScheme: "light !important", ...PAPER },
          "html, body": { background: "#fff !important", printColorAdjust: "exact" },
          [HIDDEN_ON_PAPER]: { display: "none !important" },
          ".only-print": { display: "block" },
          main: { padding: "0 !important", maxWidth: "none !important" },
          "main .MuiCard-root, main .kpi": { breakInside: "avoid", boxShadow: "none !important" },
          // The first card is too tall to fit below the numbers, so its list may continue on the next page.
          "main .MuiCard-root:has(> .trend-head)": { breakInside: "auto" },
          "main .trend-head, main .recharts-responsive-container, main li": { breakInside: "avoid" },
          "main .recharts-responsive-container": { width: "100% !important" },
          "main header": { marginBottom: "8mm" },
          "main *": { animation: "none !important", transition: "none !important" },
        },
      }}
    />
  );
}
