import Box from "@mui/material/Box";
import { keyframes } from "@mui/material/styles";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { memo } from "react";
import { formatDateTime, formatTime } from "@/shared/format/dates";
import { dayOf } from "@/shared/format/zoned";

const pulse = keyframes({ "50%": { opacity: 0.35 } });

interface FreshnessProps {
  zone: string;
  asOf: string | null;
  live: boolean;
  failing: boolean;
}

/** How new the numbers are, and whose clock they follow. */
export const Freshness = memo(function Freshness({ zone, asOf, live, failing }: FreshnessProps) {
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: "center", flexWrap: "wrap" }}>
      {live && !failing ? (
        <Stack direction="row" spacing={0.75} sx={{ alignItems: "center" }}>
          <Box
            aria-hidden
            sx={{ width: 8, height: 8, borderRadius: "50%", bgcolor: "success.main", animation: `${pulse} 2s ease-in-out infinite` }}
          />
          <Typography variant="body2" component="span">
            Live
          </Typography>
          <Typography variant="body2" component="span" aria-hidden>
            ·
          </Typography>
        </Stack>
      ) : null}
      {asOf === null ? null : (
        <Tooltip title="When the newest event that is counted here arrived">
          <Typography variant="body2" component="span" data-testid="as-of">
            Newest event {newest(asOf, zone)}
          </Typography>
        </Tooltip>
      )}
      {asOf === null ? null : (
        <Typography variant="body2" component="span" aria-hidden sx={{ display: { xs: "none", sm: "inline" } }}>
          ·
        </Typography>
      )}
      <Typography variant="body2" component="span">
        Times in {zone.replaceAll("_", " ")}
      </Typography>
    </Stack>
  );
});

function newest(asOf: string, zone: string): string {
  const isToday = dayOf(new Date(asOf), zone) === dayOf(new Date(), zone);
  return isToday ? formatTime(asOf, zone) : formatDateTime(asOf, zone);
}
