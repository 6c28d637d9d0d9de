import Box from "@mui/material/Box";
import { keyframes } from "@mui/material/styles";
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
    <Box sx={LINE}>
      {live && !failing ? (
        <>
          <span className="live">Live</span>
          <span aria-hidden>·</span>
        </>
      ) : null}
      {asOf === null ? null : (
        <>
          <span data-testid="as-of" data-hint="When the newest event that is counted here arrived">
            Newest event {newest(asOf, zone)}
          </span>
          <span aria-hidden className="on-wide">
            ·
          </span>
        </>
      )}
      <span>Times in {zone.replaceAll("_", " ")}</span>
    </Box>
  );
});

const LINE = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: 1,
  typography: "body2",
  "& .live::before": {
    content: '""',
    display: "inline-block",
    width: 8,
    height: 8,
    mr: 0.75,
    borderRadius: "50%",
    bgcolor: "success.main",
    animation: `${pulse} 2s ease-in-out infinite`,
  },
  "& .on-wide": { display: { xs: "none", sm: "inline" } },
} as const;

function newest(asOf: string, zone: string): string {
  const isToday = dayOf(new Date(asOf), zone) === dayOf(new Date(), zone);
  return isToday ? formatTime(asOf, zone) : formatDateTime(asOf, zone);
}
