import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { memo, useCallback, useMemo, useRef, useState } from "react";
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { type KeyAt, Points } from "@/shared/components/charts/trend-points";
import { formatCount, formatShort } from "@/shared/format/numbers";

export interface TrendPoint {
  key: string;
  label: string;
  longLabel: string;
  value: number | null;
  /** The value of a stretch that still runs, and of the one before it: drawn as not yet whole. */
  running: number | null;
  previous: number | null;
  previousLabel: string;
}

/** Something that happened, from one point to another or at one. */
export interface TrendMark {
  from: string;
  to: string;
  texts: readonly string[];
}

interface TrendChartProps {
  points: readonly TrendPoint[];
  metric: string;
  marks?: readonly TrendMark[];
  height?: number;
  /** Called with the point that is clicked, or that Enter is pressed at; `words` says what for. */
  onPoint?: { choose: (key: string) => void; words: string } | undefined;
}

const CURRENT = "var(--mui-palette-primary-main)";
const PREVIOUS = "var(--mui-palette-text-secondary)";
const TICK = { fontSize: 12, fill: PREVIOUS };
const GRID = "var(--mui-palette-divider)";
const MARK = "var(--mui-palette-warning-main)";
const LEFT = 46;
const RIGHT = 12;
const MARGIN = { top: 14, right: RIGHT, bottom: 0, left: 0 };
/** Between two labels of the axis, and how wide one of their letters is at most. */
const GAP = 32;
const LETTER = 6.8;
const NO_MARKS: readonly TrendMark[] = [];
const TOLD = 3;

/** One measure over time, and the period before as a dashed line. */
export const TrendChart = memo(function TrendChart({ points, metric, marks = NO_MARKS, height = 300, onPoint }: TrendChartProps) {
  const [width, box] = useWidth();
  const labels = useMemo(() => new Map(points.map((point) => [point.key, point.label])), [points]);
  // Frozen, so that the chart's store does not walk through every value to do it.
  const data = useMemo(() => Object.freeze(points.map((point) => Object.freeze(point))) as TrendPoint[], [points]);
  const ticks = useMemo(() => ticksOf(points, width - LEFT - RIGHT), [points, width]);
  const active = useRef<string | null>(null);
  const places = useRef<KeyAt>(() => undefined);
  const isKnown = (key: unknown): key is string => typeof key === "string" && labels.has(key);
  return (
    <Box
      ref={box}
      onClick={({ clientX, clientY, currentTarget }) => {
        const { left, top } = currentTarget.getBoundingClientRect();
        const key = places.current(clientX - left, clientY - top);
        if (onPoint && isKnown(key) && window.matchMedia("(hover: hover)").matches) {
          onPoint.choose(key);
        }
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && onPoint && active.current !== null && event.target instanceof SVGElement) {
          event.preventDefault();
          onPoint.choose(active.current);
        }
      }}
      sx={{
        height,
        // A finger looks at values by touching; it has a button for what a click does.
        ...(onPoint ? { "@media (hover: hover)": { "& .recharts-surface": { cursor: "pointer" } } } : {}),
        "& .recharts-surface:focus-visible": { outline: `2px solid ${CURRENT}`, borderRadius: 1 },
      }}
    >
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart
          data={data}
          margin={MARGIN}
          title={`${metric} over time`}
        >
          <Points
            onActive={(key) => {
              active.current = isKnown(key) ? key : null;
            }}
            onPlaces={(keyAt) => {
              places.current = keyAt;
            }}
          />
          <defs>
            <linearGradient id="trend-fill" x1="0" x2="0" y1="0" y2="1">
              <stop offset="0%" stopColor={CURRENT} stopOpacity={0.26} />
              <stop offset="100%" stopColor={CURRENT} stopOpacity={0.02} />
            </linearGradient>
          </defs>
          <CartesianGrid vertical={false} verticalCoordinatesGenerator={noLines} stroke={GRID} />
          <XAxis
            dataKey="key"
            tickFormatter={(key: string) => labels.get(key) ?? ""}
            tickLine={false}
            axisLine={false}
            tick={TICK}
            {...(ticks === null ? { minTickGap: GAP } : { ticks, interval: 0 as const })}
            tickMargin={10}
          />
          <YAxis
            tickLine={false}
            axisLine={false}
            tick={TICK}
            tickCount={6}
            interval={0}
            width={LEFT}
            allowDecimals={false}
            tickFormatter={(value: number) => formatShort(value)}
          />
          <Tooltip
            cursor={{ stroke: GRID }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const point = payload[0]?.payload as TrendPoint | undefined;
              return active && point ? <PointNote point={point} metric={metric} texts={textsAt(marks, point.key)} hint={onPoint?.words} /> : null;
            }}
          />
          {marks.map((mark) =>
            mark.from === mark.to ? (
              <ReferenceLine
                key={`${mark.from} ${mark.to}`}
                x={mark.from}
                stroke={MARK}
                strokeDasharray="3 3"
                label={{ value: "●", position: "top", fill: MARK, fontSize: 11, offset: 2 }}
              />
            ) : (
              <ReferenceArea
                key={`${mark.from} ${mark.to}`}
                x1={mark.from}
                x2={mark.to}
                fill={MARK}
                fillOpacity={0.12}
                stroke={MARK}
                strokeOpacity={0.5}
              />
            ),
          )}
          <Line
            dataKey="previous"
            stroke={PREVIOUS}
            strokeOpacity={0.65}
            strokeDasharray="4 4"
            strokeWidth={1.5}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
          <Area
            dataKey="value"
            stroke={CURRENT}
            strokeWidth={2}
            fill="url(#trend-fill)"
            dot={points.length === 1}
            isAnimationActive={false}
          />
          <Line
            dataKey="running"
            stroke={CURRENT}
            strokeWidth={2}
            strokeDasharray="2 4"
            strokeLinecap="round"
            dot={false}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </Box>
  );
});

const noLines = () => [];

/** The points that are named below a plot of a width; null while that is not known. Left to itself the chart
 * measures each label in the page, which costs more than all its lines. */
export function ticksOf(points: readonly TrendPoint[], plot: number): string[] | null {
  if (plot <= 0) {
    return null;
  }
  const label = LETTER * Math.max(1, ...points.map((point) => point.label.length));
  const apart = points.length > 1 ? plot / (points.length - 1) : plot;
  const step = Math.max(1, Math.ceil((label + GAP) / apart));
  const fits = (place: number) => place * apart + label / 2 <= plot + RIGHT || points.length === 1;
  return points.filter((_, place) => place % step === 0 && fits(place)).map((point) => point.key);
}

/** How wide an element is, known before it is painted, and what watches it. */
function useWidth(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0);
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) {
      return undefined;
    }
    const look = () => setWidth(element.clientWidth);
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    look();
    return () => watcher.disconnect();
  }, []);
  return [width, watch];
}

/** The value of a point, whole or not. */
export function shownOf(point: TrendPoint): number | null {
  return point.value ?? point.running;
}

/** What is told at a point: its own marks and the spans over it. */
function textsAt(marks: readonly TrendMark[], key: string): string[] {
  const at = Date.parse(key);
  return marks
    .filter(({ from, to }) => Date.parse(from) <= at && at <= Date.parse(to))
    .flatMap(({ texts }) => texts);
}

interface PointNoteProps {
  point: TrendPoint;
  metric: string;
  texts: readonly string[];
  hint: string | undefined;
}

function PointNote({ point, metric, texts, hint }: PointNoteProps) {
  return (
    <Stack
      sx={{ maxWidth: 320, bgcolor: "background.paper", border: 1, borderColor: "divider", borderRadius: 2, px: 1.5, py: 1, boxShadow: 3 }}
    >
      <Typography variant="caption" color="textSecondary">
        {point.longLabel}
      </Typography>
      <Typography variant="subtitle2">
        {shownOf(point) === null ? "not yet" : `${formatCount(shownOf(point) ?? 0)} ${metric.toLowerCase()}`}
        {point.value === null && point.running !== null ? " so far" : ""}
      </Typography>
      {point.previous === null ? null : (
        <Typography variant="caption" color="textSecondary">
          {point.previousLabel}: {formatCount(point.previous)}
        </Typography>
      )}
      {texts.slice(0, TOLD).map((text, place) => (
        <Typography key={place} variant="caption" sx={{ overflowWrap: "anywhere", whiteSpace: "normal" }}>
          ● {text}
        </Typography>
      ))}
      {texts.length > TOLD ? (
        <Typography variant="caption" color="textSecondary">
          and {texts.length - TOLD} more
        </Typography>
      ) : null}
      {hint ? (
        <Typography variant="caption" color="textSecondary" sx={{ display: "none", "@media (hover: hover)": { display: "block" } }}>
          {hint}
        </Typography>
      ) : null}
    </Stack>
  );
}
