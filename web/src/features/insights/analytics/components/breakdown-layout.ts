/** The approximate height of a breakdown card before it is rendered. */
export const BREAKDOWN_HEIGHT = 290;

/** The grid of breakdown cards: all in one row if their names fit. */
export const BREAKDOWNS = {
  display: "grid",
  gap: 1.5,
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
  "@media (min-width: 1400px)": {
    gridTemplateColumns: "none",
    gridAutoFlow: "column",
    gridAutoColumns: "minmax(0, 1fr)",
  },
} as const;
