/** Where people choose all colours themselves: what is told by a background alone is told by a line, or keeps its colour. */
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
