import { t } from "@lingui/core/macro";
import type { Answer, Metric, Point } from "@/features/insights/analytics/metrics";
import type { TrendPoint } from "@/shared/components/charts/trend-point";
import { dateFormat } from "@/shared/format/formatters";

type Granularity = Answer["granularity"];

const SHORT: Record<Granularity, Intl.DateTimeFormatOptions> = {
  "15min": { hour: "numeric", minute: "2-digit" },
  hour: { hour: "numeric" },
  day: { month: "short", day: "numeric" },
  week: { month: "short", day: "numeric" },
  month: { month: "short", year: "numeric" },
};

const LONG: Record<Granularity, Intl.DateTimeFormatOptions> = {
  "15min": { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  hour: { weekday: "short", month: "short", day: "numeric", hour: "numeric" },
  day: { weekday: "short", month: "short", day: "numeric", year: "numeric" },
  week: { month: "short", day: "numeric", year: "numeric" },
  month: { month: "long", year: "numeric" },
};

/**
 * Returns the points of a chart: the series of a result aligned with that of the comparison period. Points after `now`
 * have no value yet, and the interval that contains `now` is still running.
 */
export function trendOf(answer: Answer, before: readonly Point[], metric: Metric, now: number): TrendPoint[] {
  const zone = answer.timezone;
  const short = dateFormat(undefined, { ...SHORT[answer.granularity], timeZone: zone });
  const long = dateFormat(undefined, { ...LONG[answer.granularity], timeZone: zone });
  const longLabel = (at: string) => {
    const day = long.format(new Date(at));
    return answer.granularity === "week" ? t`Week of ${day}` : day;
  };
  const begun = answer.series.filter((point) => Date.parse(point.at) <= now).length;
  const ends = Date.parse(answer.series[begun]?.at ?? answer.to);
  const runningPlace = now < ends ? begun - 1 : answer.series.length;
  return answer.series.map((point, place) => {
    const earlier = before[place];
    return {
      key: point.at,
      label: short.format(new Date(point.at)),
      get longLabel() {
        return longLabel(point.at);
      },
      value: place < runningPlace && place < begun ? point[metric] : null,
      running: place === runningPlace || (place === runningPlace - 1 && runningPlace < begun) ? point[metric] : null,
      previous: earlier ? earlier[metric] : null,
      get previousLabel() {
        return earlier ? longLabel(earlier.at) : "";
      },
    };
  });
}
