import ArrowDownwardIcon from "@mui/icons-material/ArrowDownward";
import ArrowUpwardIcon from "@mui/icons-material/ArrowUpward";
import InfoOutlinedIcon from "@mui/icons-material/InfoOutlined";
import TocIcon from "@mui/icons-material/Toc";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { memo } from "react";
import { type Answer, type Metric, METRICS } from "@/features/analytics/metrics";
import { changeOf, formatChange, formatCount } from "@/shared/format/numbers";

interface KpiCardsProps {
  answer: Answer;
  metric: Metric;
  onMetric: (metric: Metric) => void;
  /** Opens the events behind a number. */
  onRows?: ((metric: Metric) => void) | undefined;
}

/** The totals with their change; choosing one draws it. */
export const KpiCards = memo(function KpiCards({ answer, metric, onMetric, onRows }: KpiCardsProps) {
  return (
    <Box
      role="group"
      aria-label="Totals"
      sx={{ display: "grid", gap: { xs: 1.5, md: 2 }, gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", sm: "repeat(3, minmax(0, 1fr))", lg: "repeat(6, minmax(0, 1fr))" } }}
    >
      {METRICS.map(({ key, label }) => (
        <KpiCard
          key={key}
          name={key}
          label={label}
          now={answer.totals[key]}
          before={answer.previous[key]}
          definition={answer.definitions[key] ?? ""}
          chosen={metric === key}
          onChoose={() => onMetric(key)}
          onRows={onRows && (() => onRows(key))}
        />
      ))}
    </Box>
  );
});

const CORNER = { position: "absolute", top: 10, p: 0.75, border: 0, background: "none", color: "text.secondary", display: "flex", borderRadius: 1 } as const;

interface KpiCardProps {
  name: Metric;
  label: string;
  now: number;
  before: number;
  definition: string;
  chosen: boolean;
  onChoose: () => void;
  onRows: (() => void) | undefined;
}

function KpiCard({ name, label, now, before, definition, chosen, onChoose, onRows }: KpiCardProps) {
  return (
    <Card
      sx={{
        position: "relative",
        borderColor: chosen ? "primary.main" : "divider",
        boxShadow: chosen ? "inset 0 0 0 1px var(--mui-palette-primary-main)" : "none",
      }}
    >
      <CardActionArea onClick={onChoose} aria-pressed={chosen} sx={{ p: 2, height: "100%" }}>
        <Typography variant="subtitle2" color="textSecondary" component="span">
          {label}
        </Typography>
        <Typography
          component="span"
          data-testid={`kpi-${name}`}
          sx={{ display: "block", my: 0.5, fontSize: { xs: "1.5rem", md: "1.7rem" }, fontWeight: 600, lineHeight: 1.2, fontVariantNumeric: "tabular-nums", letterSpacing: "-0.02em" }}
        >
          {formatCount(now)}
        </Typography>
        <Change now={now} before={before} />
      </CardActionArea>
      {onRows ? (
        <Tooltip title={`Events behind ${label.toLowerCase()}`}>
          <Box component="button" type="button" aria-label={`Events behind ${label.toLowerCase()}`} onClick={onRows} sx={{ ...CORNER, right: 38, cursor: "pointer" }}>
            <TocIcon sx={{ fontSize: 16 }} />
          </Box>
        </Tooltip>
      ) : null}
      {definition ? (
        <Tooltip title={definition}>
          <Box
            component="button"
            type="button"
            aria-label={`What “${label}” means: ${definition}`}
            sx={{ ...CORNER, right: 10, cursor: "help" }}
          >
            <InfoOutlinedIcon sx={{ fontSize: 16 }} />
          </Box>
        </Tooltip>
      ) : null}
    </Card>
  );
}

function Change({ now, before }: { now: number; before: number }) {
  const change = changeOf(now, before);
  if (change === null) {
    return (
      <Typography variant="caption" color="textSecondary" component="span">
        {now === 0 ? "No change" : "Nothing before"}
      </Typography>
    );
  }
  const Icon = change > 0 ? ArrowUpwardIcon : ArrowDownwardIcon;
  const color = change === 0 ? "text.secondary" : change > 0 ? "success.main" : "error.main";
  return (
    <Stack component="span" direction="row" spacing={0.25} sx={{ alignItems: "center", color }} title={`${formatCount(before)} in the period before`}>
      {change === 0 ? null : <Icon sx={{ fontSize: 15 }} />}
      <Typography variant="caption" component="span" sx={{ fontWeight: 500 }}>
        {formatChange(change)}
      </Typography>
      <Typography variant="caption" component="span" color="textSecondary" noWrap>
        from {formatCount(before)}
      </Typography>
    </Stack>
  );
}
