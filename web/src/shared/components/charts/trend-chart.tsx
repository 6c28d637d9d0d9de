import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { TrendLines } from "@/shared/components/charts/trend-lines";
import type { TrendMark, TrendPoint } from "@/shared/components/charts/trend-point";
import type { KeyAt } from "@/shared/components/charts/trend-points";
import { whenIdle } from "@/shared/components/idle";

const TrendTouch = lazy(() =>
  import("@/shared/components/charts/trend-touch").then(({ TrendTouch: Layer }) => ({ default: Layer })),
);

interface TrendChartProps {
  points: readonly TrendPoint[];
  metric: string;
  marks?: readonly TrendMark[];
  height?: number;
  /** Called with the point that is clicked or selected with Enter; `words` describes what that does. */
  onPoint?: { choose: (key: string) => void; words: string } | undefined;
}

const SETTLED_MS = 500;
const NO_MARKS: readonly TrendMark[] = [];

/**
 * One measure over time, with the previous period as a dashed line. The interactive layer is rendered when the browser
 * is idle, or when the pointer or the focus enters the chart.
 */
export const TrendChart = memo(function TrendChart({
  points,
  metric,
  marks = NO_MARKS,
  height = 300,
  onPoint,
}: TrendChartProps) {
  const [width, box] = useWidth();
  const [isUsed, setUsed] = useState(false);
  // The points that the interactive layer covers; null until it is rendered.
  const [touched, setTouched] = useState<readonly TrendPoint[] | null>(null);
  if (isUsed && touched !== points) {
    setTouched(points);
  }
  const isThere = touched !== null;
  useEffect(() => {
    if (touched === points) {
      return undefined;
    }
    const draw = () => setTouched(points);
    return isThere ? whenSettled(draw) : whenIdle(draw);
  }, [touched, points, isThere]);
  const active = useRef<string | null>(null);
  const places = useRef<KeyAt>(() => undefined);
  const setActive = useCallback((key: unknown) => {
    active.current = typeof key === "string" ? key : null;
  }, []);
  const setPlaces = useCallback((keyAt: KeyAt) => {
    places.current = keyAt;
  }, []);
  const choose = (key: unknown) => {
    if (onPoint && typeof key === "string" && points.some((point) => point.key === key)) {
      onPoint.choose(key);
    }
  };
  return (
    <Box
      ref={box}
      onPointerEnter={() => setUsed(true)}
      onPointerLeave={() => setUsed(false)}
      onFocus={() => setUsed(true)}
      onBlur={() => setUsed(false)}
      onClick={({ clientX, clientY, currentTarget }) => {
        const { left, top } = currentTarget.getBoundingClientRect();
        if (window.matchMedia("(hover: hover)").matches) {
          choose(places.current(clientX - left, clientY - top));
        }
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && onPoint && active.current !== null && event.target instanceof SVGElement) {
          event.preventDefault();
          choose(active.current);
        }
      }}
      style={{ height }}
      sx={onPoint ? CLICKED : INSPECTED}
    >
      {width > 0 ? (
        <TrendLines points={points} marks={marks} label={t`${metric} over time`} width={width} height={height} />
      ) : null}
      {touched === null || width === 0 ? null : (
        <Suspense fallback={null}>
          <div className="touch no-print" style={touched === points ? undefined : HIDDEN}>
            <TrendTouch
              points={touched}
              marks={marks}
              metric={metric}
              width={width}
              height={height}
              hint={onPoint?.words}
              onActive={setActive}
              onPlaces={setPlaces}
            />
          </div>
        </Suspense>
      )}
    </Box>
  );
});

const INSPECTED = {
  position: "relative",
  "& .touch": { position: "absolute", inset: 0 },
  "& .recharts-surface:focus-visible": { outline: "2px solid var(--mui-palette-primary-main)", borderRadius: 1 },
} as const;
// On touch screens, a tap shows values, and a button does what a click does.
const CLICKED = { ...INSPECTED, "@media (hover: hover)": { "& .recharts-surface": { cursor: "pointer" } } } as const;
/** Hides the layer while it covers outdated numbers. */
const HIDDEN = { visibility: "hidden" } as const;

/**
 * New numbers are followed by marks and the previous period, so the interactive layer is rendered once for all of them.
 */
function whenSettled(act: () => void): () => void {
  let stop: (() => void) | undefined;
  const timer = setTimeout(() => {
    stop = whenIdle(act);
  }, SETTLED_MS);
  return () => {
    clearTimeout(timer);
    stop?.();
  };
}

/** The width of an element, known before it is painted, and a ref callback that observes it. */
function useWidth(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0);
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) {
      return undefined;
    }
    const measure = () => setWidth(Math.floor(element.getBoundingClientRect().width));
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    measure();
    return () => watcher.disconnect();
  }, []);
  return [width, watch];
}
