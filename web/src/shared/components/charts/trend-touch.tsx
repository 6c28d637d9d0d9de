import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { memo, useMemo } from "react";
import { Area, ComposedChart, Line, Tooltip, XAxis, YAxis } from "recharts";
import { MARGIN, stepsOf } from "@/shared/components/charts/trend-scale";
import { valueOf, type TrendMark, type TrendPoint } from "@/shared/components/charts/trend-point";
import { type KeyAt, Points } from "@/shared/components/charts/trend-points";
import { formatCount } from "@/shared/format/numbers";

interface TrendTouchProps {
  points: readonly TrendPoint[];
  marks: readonly TrendMark[];
  metric: string;
  width: number;
  height: number;
  /** Describes what a click does. */
  hint: string | undefined;
  onActive: (key: unknown) => void;
  onPlaces: (keyAt: KeyAt) => void;
}

const CURRENT = "var(--mui-palette-primary-main)";
const ANNOUNCED = 3;

/**
 * The interactive layer of a chart: shows the values of the point that is hovered or selected with the arrow keys. It
 * covers the lines, which are drawn without it.
 */
export const TrendTouch = memo(function TrendTouch({
  points,
  marks,
  metric,
  width,
  height,
  hint,
  onActive,
  onPlaces,
}: TrendTouchProps) {
  // Frozen, so that the chart's store does not freeze every value itself.
  const data = useMemo(() => Object.freeze(points.map((point) => Object.freeze(point))) as TrendPoint[], [points]);
  const domain = useMemo(() => [0, stepsOf(points).at(-1) ?? 1] as const, [points]);
  return (
    <ComposedChart data={data} width={width} height={height} margin={MARGIN} title={t`${metric} over time`}>
      <Points onActive={onActive} onPlaces={onPlaces} />
      <XAxis dataKey="key" hide />
      <YAxis domain={domain} hide />
      <Tooltip
        cursor={{ stroke: "var(--mui-palette-divider)" }}
        isAnimationActive={false}
        content={({ active, payload }) => {
          const point = payload[0]?.payload as TrendPoint | undefined;
          return active && point ? (
            <PointNote point={point} metric={metric} texts={textsAt(marks, point.key)} hint={hint} />
          ) : null;
        }}
      />
      <Area dataKey="value" stroke="none" fill="none" dot={false} activeDot={DOT} isAnimationActive={false} />
      <Line dataKey="running" stroke="none" dot={false} activeDot={DOT} isAnimationActive={false} />
      <Line dataKey="previous" stroke="none" dot={false} activeDot={false} isAnimationActive={false} />
    </ComposedChart>
  );
});

const DOT = { r: 4, fill: CURRENT, stroke: "var(--mui-palette-background-paper)", strokeWidth: 2 };

/** The annotations at a point: its own marks and the spans that cover it. */
function textsAt(marks: readonly TrendMark[], key: string): string[] {
  const at = Date.parse(key);
  return marks.filter(({ from, to }) => Date.parse(from) <= at && at <= Date.parse(to)).flatMap(({ texts }) => texts);
}

/** The value of a point with its metric; marks a value that is still incomplete. */
function valueText(point: TrendPoint, metric: string): string {
  const value = valueOf(point);
  if (value === null) {
    return t`No data yet`;
  }
  const isRunning = point.value === null && point.running !== null;
  const count = formatCount(value);
  return isRunning ? t`${metric}: ${count} so far` : t`${metric}: ${count}`;
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
      sx={{
        maxWidth: 320,
        bgcolor: "background.paper",
        border: 1,
        borderColor: "divider",
        borderRadius: 2,
        px: 1.5,
        py: 1,
        boxShadow: 3,
      }}
    >
      <Typography variant="caption" color="textSecondary">
        {point.longLabel}
      </Typography>
      <Typography variant="subtitle2">{valueText(point, metric)}</Typography>
      {point.previous === null ? null : (
        <Typography variant="caption" color="textSecondary">
          {point.previousLabel}: {formatCount(point.previous)}
        </Typography>
      )}
      {texts.slice(0, ANNOUNCED).map((text, place) => (
        <Typography key={place} variant="caption" sx={{ overflowWrap: "anywhere", whiteSpace: "normal" }}>
          ● {text}
        </Typography>
      ))}
      {texts.length > ANNOUNCED ? (
        <Typography variant="caption" color="textSecondary">
          <Trans>and {texts.length - ANNOUNCED} more</Trans>
        </Typography>
      ) : null}
      {hint ? (
        <Typography
          variant="caption"
          color="textSecondary"
          sx={{ display: "none", "@media (hover: hover)": { display: "block" } }}
        >
          {hint}
        </Typography>
      ) : null}
    </Stack>
  );
}
