/** With forced colors: elements that only a background makes visible get an outline, or keep their color. */
export const FORCED_COLORS = {
  "@media (forced-colors: active)": {
    ".MuiButton-contained, .MuiChip-filled, .MuiSwitch-track, .MuiAlert-root": { border: "1px solid" },
    ".MuiTabs-indicator, .MuiLinearProgress-bar": { forcedColorAdjust: "none", backgroundColor: "Highlight" },
    "[aria-current=page], .Mui-selected, [role=tab][aria-selected=true]": {
      outline: "2px solid Highlight",
      outlineOffset: -2,
    },
    "[aria-pressed=true]": { outline: "2px solid Highlight", outlineOffset: -3 },
  },
} as const;
