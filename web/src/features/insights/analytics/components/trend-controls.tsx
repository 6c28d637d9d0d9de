import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { memo } from "react";
import {
  type AnalyticsView,
  type Comparison,
  COMPARISONS,
  type Granularity,
  GRANULARITIES,
} from "@/features/insights/analytics/filters";
import { FINGER, TOUCH } from "@/shared/theme/touch";

const WORDS: Record<Granularity, MessageDescriptor> = {
  "15min": msg`Every 15 minutes`,
  hour: msg`Hourly`,
  day: msg`Daily`,
  week: msg`Weekly`,
  month: msg`Monthly`,
};
const AGAINST: Record<Comparison, MessageDescriptor> = {
  previous: msg`vs. previous period`,
  year: msg`vs. previous year`,
  none: msg`No comparison`,
};
const SECONDS: Record<Granularity, number> = { "15min": 900, hour: 3600, day: 86_400, week: 604_800, month: 2_592_000 };
const MAX_POINTS = 1000;
/** The server supports so many points. If a URL requests more, the granularity is replaced by one that fits. */
const MAX_ANSWERED = 2000;

interface TrendControlsProps {
  /** The range of the chart. */
  from: string;
  to: string;
  granularity: Granularity | null;
  compare: Comparison;
  onChange: (changes: Partial<Pick<AnalyticsView, "granularity" | "compare">>) => void;
}

/** Selects the granularity of the series and the comparison period. */
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
    <Stack direction="row" spacing={1} className="no-print">
      <Choice
        name={t`Interval`}
        value={selected ?? ""}
        options={[["", t`Auto interval`], ...fitting.map((one) => [one, t(WORDS[one])] as const)]}
        onChoose={(value) => onChange({ granularity: fitting.find((one) => one === value) ?? null })}
      />
      <Choice
        name={t`Compare with`}
        value={compare}
        options={COMPARISONS.map((one) => [one, t(AGAINST[one])])}
        onChoose={(value) => onChange({ compare: COMPARISONS.find((one) => one === value) ?? compare })}
      />
    </Stack>
  );
});

interface ChoiceProps {
  name: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChoose: (value: string) => void;
}

/** A choice whose current value explains it, without a label. */
function Choice({ name, value, options, onChoose }: ChoiceProps) {
  return (
    <TextField
      select
      hiddenLabel
      size="small"
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      slotProps={{ select: { displayEmpty: true, SelectDisplayProps: { "aria-label": name } } }}
      fullWidth={false}
      sx={COMPACT}
    >
      {options.map(([option, label]) => (
        <MenuItem key={option} value={option}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}

const COMPACT = {
  width: "auto",
  flexShrink: 0,
  "& .MuiSelect-select": {
    typography: "body2",
    py: 0.875,
    [TOUCH]: { minHeight: FINGER, boxSizing: "border-box", display: "flex", alignItems: "center" },
  },
} as const;
