import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { memo } from "react";
import { COMPARED_WITH } from "@/features/insights/analytics/comparisons";
import {
  type AnalyticsView,
  type Comparison,
  COMPARISONS,
  type Granularity,
  GRANULARITIES,
} from "@/features/insights/analytics/filters";

const WORDS: Record<Granularity, string> = {
  "15min": "15 minutes",
  hour: "Hours",
  day: "Days",
  week: "Weeks",
  month: "Months",
};
const SECONDS: Record<Granularity, number> = { "15min": 900, hour: 3600, day: 86_400, week: 604_800, month: 2_592_000 };
const MAX_POINTS = 1000;
/** So many the server still answers: what an address asks for beyond is drawn with points that fit. */
const MAX_ANSWERED = 2000;

interface TrendControlsProps {
  /** The range that is drawn. */
  from: string;
  to: string;
  granularity: Granularity | null;
  compare: Comparison;
  onChange: (changes: Partial<Pick<AnalyticsView, "granularity" | "compare">>) => void;
}

/** How fine the series is, and which range stands beside it. */
export const TrendControls = memo(function TrendControls({
  from,
  to,
  granularity,
  compare,
  onChange,
}: TrendControlsProps) {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  const selected = granularity !== null && seconds / SECONDS[granularity] <= MAX_ANSWERED ? granularity : null;
  const fitting = GRANULARITIES.filter(
    (one) => one === selected || (seconds / SECONDS[one] <= MAX_POINTS && seconds > SECONDS[one]),
  );
  return (
    <Stack
      direction="row"
      spacing={1.5}
      useFlexGap
      className="no-print"
      sx={{ flexWrap: "wrap", alignItems: "center", mb: 1.5 }}
    >
      <TextField
        select
        size="small"
        label="Granularity"
        value={selected ?? ""}
        onChange={(event) => onChange({ granularity: fitting.find((one) => one === event.target.value) ?? null })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ width: 150 }}
      >
        <MenuItem value="">Automatic</MenuItem>
        {fitting.map((one) => (
          <MenuItem key={one} value={one}>
            {WORDS[one]}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        label="Compared with"
        value={compare}
        onChange={(event) => onChange({ compare: COMPARISONS.find((one) => one === event.target.value) ?? compare })}
        sx={{ width: 190 }}
      >
        {COMPARISONS.map((one) => (
          <MenuItem key={one} value={one}>
            {COMPARED_WITH[one]}
          </MenuItem>
        ))}
      </TextField>
    </Stack>
  );
});
