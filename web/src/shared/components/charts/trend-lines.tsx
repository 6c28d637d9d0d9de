import { memo } from "react";
import { MARGIN, labelledPoints, pathOf, scaleFor, stepsOf } from "@/shared/components/charts/trend-scale";
import type { TrendMark, TrendPoint } from "@/shared/components/charts/trend-point";
import { formatShort } from "@/shared/format/numbers";

const CURRENT = "var(--mui-palette-primary-main)";
const PREVIOUS = "var(--mui-palette-text-secondary)";
const GRID = "var(--mui-palette-divider)";
const MARK = "var(--mui-palette-warning-main)";

interface TrendLinesProps {
  points: readonly TrendPoint[];
  marks: readonly TrendMark[];
  label: string;
  width: number;
  height: number;
}

/**
 * Everything visible of a series: axes, marks, its line and that of the previous period. It consists of some dozens of
 * plain elements, so that new numbers show at once.
 */
export const TrendLines = memo(function TrendLines({ points, marks, label, width, height }: TrendLinesProps) {
  const steps = stepsOf(points);
  const places = scaleFor(width, height, points.length, steps.at(-1) ?? 1);
  const { x, y, bottom, right } = places;
  const placeOf = new Map(points.map((point, place) => [point.key, place]));
  const isEdge = (place: number) => points.length > 1 && place === points.length - 1;
  const values = points.map((point) => point.value);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} style={WHOLE}>
      <defs>
        <linearGradient id="trend-fill" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0%" stopColor={CURRENT} stopOpacity={0.26} />
          <stop offset="100%" stopColor={CURRENT} stopOpacity={0.02} />
        </linearGradient>
      </defs>
      <g aria-hidden stroke={GRID}>
        {steps.map((step) => (
          <line key={step} x1={MARGIN.left} x2={right} y1={y(step)} y2={y(step)} />
        ))}
      </g>
      <g aria-hidden fill={PREVIOUS} fontSize={12}>
        <g textAnchor="end">
          {steps.map((step) => (
            <text key={step} x={MARGIN.left - 8} y={y(step)} dy="0.355em">
              {formatShort(step)}
            </text>
          ))}
        </g>
        <g textAnchor="middle">
          {labelledPoints(points, right - MARGIN.left).map((place) => (
            <text
              key={place}
              x={x(place) + (isEdge(place) ? MARGIN.right : 0)}
              y={bottom + 16}
              dy="0.71em"
              textAnchor={isEdge(place) ? "end" : undefined}
            >
              {points[place]?.label}
            </text>
          ))}
        </g>
      </g>
      {marks.map((mark) => {
        const [from, to] = [placeOf.get(mark.from), placeOf.get(mark.to)];
        return from === undefined || to === undefined ? null : (
          <Mark key={`${mark.from} ${mark.to}`} from={x(from)} to={x(to)} bottom={bottom} />
        );
      })}
      <path
        d={pathOf(
          points.map((point) => point.previous),
          places,
        )}
        fill="none"
        stroke={PREVIOUS}
        strokeOpacity={0.65}
        strokeDasharray="4 4"
        strokeWidth={1.5}
      />
      <path d={pathOf(values, places, bottom)} fill="url(#trend-fill)" fillOpacity={0.6} />
      <path className="trend-line" d={pathOf(values, places)} fill="none" stroke={CURRENT} strokeWidth={2} />
      <path
        className="trend-running"
        d={pathOf(
          points.map((point) => point.running),
          places,
        )}
        fill="none"
        stroke={CURRENT}
        strokeWidth={2}
        strokeDasharray="2 4"
        strokeLinecap="round"
      />
      {points.length === 1 && values[0] != null ? (
        <circle
          cx={x(0)}
          cy={y(values[0])}
          r={3}
          fill="var(--mui-palette-background-paper)"
          stroke={CURRENT}
          strokeWidth={2}
        />
      ) : null}
    </svg>
  );
});

/** As large as its container, which is narrower on paper than on the screen. */
const WHOLE = { display: "block", width: "100%", height: "100%" } as const;

function Mark({ from, to, bottom }: { from: number; to: number; bottom: number }) {
  if (from === to) {
    return (
      <g aria-hidden>
        <line x1={from} x2={from} y1={MARGIN.top} y2={bottom} stroke={MARK} strokeDasharray="3 3" />
        <text x={from} y={MARGIN.top - 2} textAnchor="middle" fill={MARK} fontSize={11}>
          ●
        </text>
      </g>
    );
  }
  return (
    <rect
      aria-hidden
      x={from}
      width={to - from}
      y={MARGIN.top}
      height={bottom - MARGIN.top}
      fill={MARK}
      fillOpacity={0.12}
      stroke={MARK}
      strokeOpacity={0.5}
    />
  );
}
