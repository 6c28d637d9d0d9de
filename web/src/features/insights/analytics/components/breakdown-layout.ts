/** About how high a card of a breakdown is, until it is drawn. */
export const BREAKDOWN_HEIGHT = 290;

/** Cards of breakdowns: all in one row where there is room for their names. */
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
