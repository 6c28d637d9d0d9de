import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import { createContext, memo, useContext } from "react";
import { type Answer, type Metric, METRICS } from "@/features/insights/analytics/metrics";
import { PlainIcon } from "@/shared/components/plain-icon";
import { useStableValue } from "@/shared/components/use-stable-value";
import { changeOf, formatChange, formatCount } from "@/shared/format/numbers";
import { FINGER, TOUCH } from "@/shared/theme/touch";

interface KpiCardsProps {
  answer: Answer;
  metric: Metric;
  onMetric: (metric: Metric) => void;
  /** Opens the events behind a number. */
  onRows?: ((metric: Metric) => void) | undefined;
}

/** The numbers of the cards, which only the number elements read. */
const Numbers = createContext<Pick<Answer, "totals" | "previous" | "compare"> | null>(null);

/** The totals with their change. Selecting one charts it. On new data only the numbers rerender. */
export const KpiCards = memo(function KpiCards({ answer, metric, onMetric, onRows }: KpiCardsProps) {
  return (
    <Numbers value={answer}>
      <Frames metric={metric} definitions={useStableValue(answer.definitions)} onMetric={onMetric} onRows={onRows} />
    </Numbers>
  );
});

interface FramesProps extends Pick<KpiCardsProps, "metric" | "onMetric" | "onRows"> {
  definitions: Answer["definitions"];
}

const Frames = memo(function Frames({ metric, definitions, onMetric, onRows }: FramesProps) {
  return (
    <Box role="group" aria-label={t`Totals`} sx={CARDS}>
      {METRICS.map(({ key, label }) => (
        <KpiCard
          key={key}
          name={key}
          label={t(label)}
          definition={definitions[key] ?? ""}
          isSelected={metric === key}
          onMetric={onMetric}
          onRows={onRows}
        />
      ))}
    </Box>
  );
});

/** Styles of all cards, which are plain elements because they appear first and change with every result. */
const CARDS = {
  display: "grid",
  gap: { xs: 1, md: 1.5 },
  gridTemplateColumns: {
    xs: "repeat(2, minmax(0, 1fr))",
    sm: "repeat(3, minmax(0, 1fr))",
    lg: "repeat(6, minmax(0, 1fr))",
  },
  "& .kpi": {
    position: "relative",
    overflow: "hidden",
    bgcolor: "background.paper",
    border: 1,
    borderColor: "divider",
    borderRadius: "14px",
  },
  "& .kpi.chosen": { borderColor: "primary.main", boxShadow: "inset 0 0 0 1px var(--mui-palette-primary-main)" },
  "& .choose": {
    display: "flex",
    flexDirection: "column",
    alignItems: "start",
    width: "100%",
    height: "100%",
    px: { xs: 1.5, md: 2 },
    py: { xs: 1.25, md: 1.5 },
    border: 0,
    borderRadius: "inherit",
    background: "none",
    color: "inherit",
    font: "inherit",
    textAlign: "start",
    cursor: "pointer",
  },
  "& .choose:hover": { bgcolor: "action.hover" },
  "& .choose:focus-visible": { outline: "2px solid var(--mui-palette-primary-main)", outlineOffset: -3 },
  "& .label": { display: "block", typography: "subtitle2", color: "text.secondary" },
  "& .number": {
    display: "block",
    my: 0.25,
    fontSize: { xs: "1.4rem", md: "1.5rem" },
    fontWeight: 600,
    lineHeight: 1.2,
    fontVariantNumeric: "tabular-nums",
    letterSpacing: "-0.02em",
  },
  "& .change": {
    typography: "caption",
    color: "text.secondary",
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: 0.25,
  },
  "& .change strong": { fontWeight: 500, whiteSpace: "nowrap" },
  "& .change .before": { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  "& .more > :not(.before)": { color: "success.main" },
  "& .less > :not(.before)": { color: "error.main" },
  "& .corner": {
    position: "absolute",
    top: 10,
    p: 0.75,
    border: 0,
    background: "none",
    color: "text.secondary",
    display: "flex",
    borderRadius: 1,
  },
  // Hidden until hovered. Touch screens have no hover.
  "@media (hover: hover)": {
    "& .corner": { opacity: 0 },
    "& .kpi:hover .corner, & .kpi:focus-within .corner": { opacity: 1 },
  },
  "& .rows": { right: 38, cursor: "pointer" },
  "& .meaning": { right: 10, cursor: "help" },
  "& .corner:focus-visible": { outline: "2px solid var(--mui-palette-primary-main)" },
  // In half of 320 pixels, which is what a zoom of 400 % leaves, two buttons side by side would cover the label.
  "@media (max-width: 359.95px)": { "& .rows": { top: 40, right: 10 } },
  // Stacked, because two touch targets side by side would cover the label.
  [TOUCH]: {
    "& .corner": { top: 0, right: 0, p: "14px", minWidth: FINGER, minHeight: FINGER },
    "& .rows": { top: FINGER, right: 0 },
  },
} as const;

interface KpiCardProps extends Pick<KpiCardsProps, "onMetric" | "onRows"> {
  name: Metric;
  label: string;
  definition: string;
  isSelected: boolean;
}

const KpiCard = memo(function KpiCard({ name, label, definition, isSelected, onMetric, onRows }: KpiCardProps) {
  return (
    <div className={isSelected ? "kpi chosen" : "kpi"}>
      <button type="button" className="choose" onClick={() => onMetric(name)} aria-pressed={isSelected}>
        <span className="label">{label}</span>
        <KpiNumber name={name} />
      </button>
      <Corners name={name} label={label} definition={definition} onRows={onRows} />
    </div>
  );
});

function KpiNumber({ name }: { name: Metric }) {
  const numbers = useContext(Numbers);
  const now = numbers?.totals[name] ?? 0;
  return (
    <>
      <span className="number" data-testid={`kpi-${name}`}>
        {formatCount(now)}
      </span>
      {numbers?.previous ? <Change now={now} before={numbers.previous[name]} when={numbers.compare} /> : null}
    </>
  );
}

/** The definition of a metric and the link to its events. Not rendered again with each number. */
const Corners = memo(function Corners({
  name,
  label,
  definition,
  onRows,
}: Pick<KpiCardProps, "name" | "label" | "definition" | "onRows">) {
  return (
    <>
      {onRows ? (
        <button
          type="button"
          className="corner rows"
          aria-label={t`Events for ${label.toLowerCase()}`}
          data-hint={`Events for ${label.toLowerCase()}`}
          onClick={() => onRows(name)}
        >
          <PlainIcon path={ROWS} size={16} />
        </button>
      ) : null}
      {definition ? (
        <button
          type="button"
          className="corner meaning"
          aria-label={t`Definition of “${label}”: ${definition}`}
          data-hint={definition}
        >
          <PlainIcon path={MEANING} size={16} />
        </button>
      ) : null}
    </>
  );
});

const ROWS = "M3 9h14V7H3zm0 4h14v-2H3zm0 4h14v-2H3zm16 0h2v-2h-2zm0-10v2h2V7zm0 6h2v-2h-2z";
const MEANING =
  "M11 7h2v2h-2zm0 4h2v6h-2zm1-9C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2m0 18c-4.41 0-8-3.59-8-8s3.59-8 8-8 8 3.59 8 8-3.59 8-8 8";
const UP = "m4 12 1.41 1.41L11 7.83V20h2V7.83l5.58 5.59L20 12l-8-8z";
const DOWN = "m20 12-1.41-1.41L13 16.17V4h-2v12.17l-5.58-5.59L4 12l8 8z";

function Change({ now, before, when }: { now: number; before: number; when: Answer["compare"] }) {
  const change = changeOf(now, before);
  if (change === null) {
    return <span className="change">{now === 0 ? t`No change` : t`No earlier data`}</span>;
  }
  return (
    <span
      className={`change ${change > 0 ? "more" : change < 0 ? "less" : ""}`}
      title={`${formatCount(before)} ${when === "year" ? "in the same period last year" : "in the previous period"}`}
    >
      {change === 0 ? null : (
        <svg aria-hidden width={15} height={15} viewBox="0 0 24 24" fill="currentColor">
          <path d={change > 0 ? UP : DOWN} />
        </svg>
      )}
      <strong>{formatChange(change)}</strong>
      <span className="before">
        <Trans>from {formatCount(before)}</Trans>
      </span>
    </span>
  );
}
