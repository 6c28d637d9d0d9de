import InfoOutlinedIcon from "@mui/icons-material/InfoOutlined";
import TocIcon from "@mui/icons-material/Toc";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Tooltip from "@mui/material/Tooltip";
import { createContext, memo, useContext, useState } from "react";
import { type Answer, type Metric, METRICS } from "@/features/analytics/metrics";
import { changeOf, formatChange, formatCount } from "@/shared/format/numbers";

interface KpiCardsProps {
  answer: Answer;
  metric: Metric;
  onMetric: (metric: Metric) => void;
  /** Opens the events behind a number. */
  onRows?: ((metric: Metric) => void) | undefined;
}

/** What the cards' numbers are, read by the numbers alone. */
const Numbers = createContext<Pick<Answer, "totals" | "previous"> | null>(null);

/** The totals with their change; choosing one draws it. With another answer only the numbers are drawn anew. */
export const KpiCards = memo(function KpiCards({ answer, metric, onMetric, onRows }: KpiCardsProps) {
  return (
    <Numbers value={answer}>
      <Frames metric={metric} definitions={useSame(answer.definitions)} onMetric={onMetric} onRows={onRows} />
    </Numbers>
  );
});

interface FramesProps extends Pick<KpiCardsProps, "metric" | "onMetric" | "onRows"> {
  definitions: Answer["definitions"];
}

const Frames = memo(function Frames({ metric, definitions, onMetric, onRows }: FramesProps) {
  return (
    <Box role="group" aria-label="Totals" sx={CARDS}>
      {METRICS.map(({ key, label }) => (
        <KpiCard key={key} name={key} label={label} definition={definitions[key] ?? ""} chosen={metric === key} onMetric={onMetric} onRows={onRows} />
      ))}
    </Box>
  );
});

/** The object of before while it says the same: each answer brings its texts again. */
function useSame<Value extends object>(value: Value): Value {
  const [kept, keep] = useState(value);
  if (kept !== value && JSON.stringify(kept) !== JSON.stringify(value)) {
    keep(value);
    return value;
  }
  return kept;
}

/** Styles of all cards: what changes with every answer is plain elements. */
const CARDS = {
  display: "grid",
  gap: { xs: 1.5, md: 2 },
  gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", sm: "repeat(3, minmax(0, 1fr))", lg: "repeat(6, minmax(0, 1fr))" },
  "& .MuiCard-root": { position: "relative" },
  "& .chosen": { borderColor: "primary.main", boxShadow: "inset 0 0 0 1px var(--mui-palette-primary-main)" },
  "& .MuiCardActionArea-root": { p: 2, height: "100%" },
  "& .label": { typography: "subtitle2", color: "text.secondary" },
  "& .number": {
    display: "block",
    my: 0.5,
    fontSize: { xs: "1.5rem", md: "1.7rem" },
    fontWeight: 600,
    lineHeight: 1.2,
    fontVariantNumeric: "tabular-nums",
    letterSpacing: "-0.02em",
  },
  "& .change": { typography: "caption", color: "text.secondary", display: "flex", alignItems: "center", gap: 0.25 },
  "& .change strong": { fontWeight: 500 },
  "& .change .before": { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  "& .more > :not(.before)": { color: "success.main" },
  "& .less > :not(.before)": { color: "error.main" },
  "& .corner": { position: "absolute", top: 10, p: 0.75, border: 0, background: "none", color: "text.secondary", display: "flex", borderRadius: 1 },
  "& .rows": { right: 38, cursor: "pointer" },
  "& .meaning": { right: 10, cursor: "help" },
  "& .corner svg": { fontSize: 16 },
} as const;

interface KpiCardProps extends Pick<KpiCardsProps, "onMetric" | "onRows"> {
  name: Metric;
  label: string;
  definition: string;
  chosen: boolean;
}

const KpiCard = memo(function KpiCard({ name, label, definition, chosen, onMetric, onRows }: KpiCardProps) {
  return (
    <Card className={chosen ? "chosen" : undefined}>
      <CardActionArea onClick={() => onMetric(name)} aria-pressed={chosen}>
        <span className="label">{label}</span>
        <KpiNumber name={name} />
      </CardActionArea>
      <Corners name={name} label={label} definition={definition} onRows={onRows} />
    </Card>
  );
});

function KpiNumber({ name }: { name: Metric }) {
  const numbers = useContext(Numbers);
  const [now, before] = [numbers?.totals[name] ?? 0, numbers?.previous[name] ?? 0];
  return (
    <>
      <span className="number" data-testid={`kpi-${name}`}>
        {formatCount(now)}
      </span>
      <Change now={now} before={before} />
    </>
  );
}

/** What the number means, and the way to its events; not drawn again with each number. */
const Corners = memo(function Corners({ name, label, definition, onRows }: Pick<KpiCardProps, "name" | "label" | "definition" | "onRows">) {
  return (
    <>
      {onRows ? (
        <Tooltip title={`Events behind ${label.toLowerCase()}`}>
          <button type="button" className="corner rows" aria-label={`Events behind ${label.toLowerCase()}`} onClick={() => onRows(name)}>
            <TocIcon />
          </button>
        </Tooltip>
      ) : null}
      {definition ? (
        <Tooltip title={definition}>
          <button type="button" className="corner meaning" aria-label={`What “${label}” means: ${definition}`}>
            <InfoOutlinedIcon />
          </button>
        </Tooltip>
      ) : null}
    </>
  );
});

const UP = "m4 12 1.41 1.41L11 7.83V20h2V7.83l5.58 5.59L20 12l-8-8z";
const DOWN = "m20 12-1.41-1.41L13 16.17V4h-2v12.17l-5.58-5.59L4 12l8 8z";

function Change({ now, before }: { now: number; before: number }) {
  const change = changeOf(now, before);
  if (change === null) {
    return <span className="change">{now === 0 ? "No change" : "Nothing before"}</span>;
  }
  return (
    <span className={`change ${change > 0 ? "more" : change < 0 ? "less" : ""}`} title={`${formatCount(before)} in the period before`}>
      {change === 0 ? null : (
        <svg aria-hidden width={15} height={15} viewBox="0 0 24 24" fill="currentColor">
          <path d={change > 0 ? UP : DOWN} />
        </svg>
      )}
      <strong>{formatChange(change)}</strong>
      <span className="before">from {formatCount(before)}</span>
    </span>
  );
}
