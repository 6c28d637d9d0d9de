import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { DateRange } from "@/features/insights/analytics/filters";
import { EARLIEST_DAY, isDay, LATEST_DAY } from "@/features/insights/analytics/ranges";
import { dayOf, todayIn } from "@/shared/format/zoned";

/** Thirty days including today, a default that few users have to change much. */
const USUAL_MS = 29 * 86_400_000;

interface CustomRangeProps {
  range: DateRange;
  zone: string;
  onChoose: (range: DateRange) => void;
}

/** A custom range of days. */
export function CustomRange({ range, zone, onChoose }: CustomRangeProps) {
  const today = todayIn(zone);
  const [from, setFrom] = useState(() =>
    range.kind === "custom" ? range.from : dayOf(new Date(Date.now() - USUAL_MS), zone),
  );
  const [to, setTo] = useState(range.kind === "custom" ? range.to : today);
  const fits = isDay(from) && isDay(to);
  const inOrder = from <= to;
  const limits = { min: EARLIEST_DAY, max: LATEST_DAY };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (fits && inOrder) {
          onChoose({ kind: "custom", from, to });
        }
      }}
      sx={{ p: 2 }}
    >
      <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5} sx={{ alignItems: { sm: "flex-start" } }}>
        <TextField
          type="date"
          label={t`From`}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
          error={!isDay(from)}
          helperText={isDay(from) ? undefined : t`1900 to 2099`}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: limits }}
        />
        <TextField
          type="date"
          label={t`To (inclusive)`}
          value={to}
          onChange={(event) => setTo(event.target.value)}
          error={!isDay(to) || (fits && !inOrder)}
          helperText={!isDay(to) ? t`1900 to 2099` : fits && !inOrder ? t`Must be after “From”` : undefined}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: limits }}
        />
        <Button type="submit" variant="contained" disabled={!fits || !inOrder} sx={{ flexShrink: 0 }}>
          <Trans>Apply</Trans>
        </Button>
      </Stack>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
        <Trans>Time zone: {zone.replaceAll("_", " ")}</Trans>
      </Typography>
    </Box>
  );
}
