const WIDTH = 60;
const HEIGHT = 20;

/** The points of a line through these values, the largest at the top. */
export function pointsOf(values: readonly number[]): string {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length - 1);
  return values
    .map((value, place) => `${(place * step).toFixed(1)},${(HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1)}`)
    .join(" ");
}

const STYLE = { width: WIDTH, height: HEIGHT, flexShrink: 0 } as const;

/** Shows a small line without axes. The number beside it gives the value. */
export function Sparkline({ values }: { values: readonly number[] }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden style={STYLE}>
      <polyline
        points={pointsOf(values)}
        fill="none"
        stroke="var(--mui-palette-primary-main)"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
