import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import { keyframes, type Theme } from "@mui/material/styles";
import { memo } from "react";
import { formatDateTime, formatTime } from "@/shared/format/dates";
import { formatDuration } from "@/shared/format/numbers";
import { dayOf } from "@/shared/format/zoned";

const pulse = keyframes({ "50%": { opacity: 0.35 } });

interface FreshnessProps {
  zone: string;
  asOf: string | null;
  live: boolean;
  failing: boolean;
  /** Age of the oldest event that is not counted yet. */
  behindSeconds?: number;
}

/** Beyond this age the numbers are no longer live, because events take only seconds. */
const BEHIND_SECONDS = 60;

/** The age of the numbers, and their time zone. */
export const Freshness = memo(function Freshness({ zone, asOf, live, failing, behindSeconds = 0 }: FreshnessProps) {
  return (
    <Box sx={LINE}>
      {live && !failing ? (
        behindSeconds < BEHIND_SECONDS ? (
          <span className="live">
            <Trans>Live</Trans>
          </span>
        ) : (
          <span
            role="status"
            className="behind"
            data-hint={t`Later events are recorded and will appear once the pipeline has caught up`}
          >
            <Trans>
              Not updated since {moment(standingSince(behindSeconds), zone)} ({behind(behindSeconds)})
            </Trans>
          </span>
        )
      ) : null}
      {asOf === null ? null : (
        <span data-testid="as-of" data-hint={t`Time of the latest event included here`}>
          <Trans>Latest event {moment(asOf, zone)}</Trans>
        </span>
      )}
      <span>
        <Trans>Time zone: {zone.replaceAll("_", " ")}</Trans>
      </span>
    </Box>
  );
});

/** A dot precedes each part. That of the first part in a line falls into the margin, where it is clipped. */
const LINE = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  alignContent: "flex-start",
  rowGap: 1,
  // On a phone it takes two lines once the latest event is known.
  minHeight: { xs: "calc(2lh + 8px)", sm: 0 },
  ml: -2,
  clipPath: (theme: Theme) => `inset(0 0 0 ${theme.spacing(2)})`,
  typography: "body2",
  "& > span": { pl: 2, position: "relative" },
  "& > span:not(.live)::before": { content: '"·" / ""', position: "absolute", left: 0, width: 16, textAlign: "center" },
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
  "& .behind": { color: "warning.main", fontWeight: 600 },
} as const;

function moment(at: string, zone: string): string {
  const isToday = dayOf(new Date(at), zone) === dayOf(new Date(), zone);
  return isToday ? formatTime(at, zone) : formatDateTime(at, zone);
}

/** Returns the time of the oldest event that is not counted yet. */
function standingSince(seconds: number): string {
  return new Date(Date.now() - seconds * 1000).toISOString();
}

/** "3 minutes", "2 hours": only as precise as necessary. */
function behind(seconds: number): string {
  return seconds < 7200
    ? formatDuration(Math.round(seconds / 60), "minute")
    : formatDuration(Math.round(seconds / 3600), "hour");
}
