import { t } from "@lingui/core/macro";
import HistoryIcon from "@mui/icons-material/History";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import type { DimensionsAsOf } from "@/features/insights/analytics/filters";

interface HistorySwitchProps {
  asOf: DimensionsAsOf;
  onChange: (asOf: DimensionsAsOf) => void;
}

/** Selects whether a code that was moved or renamed counts as it is now or as it was at the time of each scan. */
export function HistorySwitch({ asOf, onChange }: HistorySwitchProps) {
  return (
    <Stack
      className={asOf === "current" ? "no-print" : undefined}
      direction={{ xs: "column", sm: "row" }}
      spacing={1.5}
      sx={{ alignItems: { sm: "center" } }}
    >
      <HistoryIcon sx={{ color: "text.secondary", display: { xs: "none", sm: "block" } }} />
      <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }}>
        {asOf === "current"
          ? t`All scans count for the code’s current folder and placement.`
          : t`Each scan counts for the folder and placement its code had at that time.`}
      </Typography>
      <FormControlLabel
        className="no-print"
        control={
          <Switch checked={asOf === "at_event_time"} onChange={(_, on) => onChange(on ? "at_event_time" : "current")} />
        }
        label={t`At event time`}
        slotProps={{ typography: { variant: "body2" } }}
        sx={{ mr: 0, flexShrink: 0 }}
      />
    </Stack>
  );
}
