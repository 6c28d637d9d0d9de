import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import EmojiEventsOutlinedIcon from "@mui/icons-material/EmojiEventsOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type LeaderboardKind, type Season, seasonsQuery } from "@/features/insights/analytics/api/seasons";
import { SeasonDialog } from "@/features/insights/analytics/components/season-dialog";
import { seasonSpan, seasonTitle } from "@/features/insights/analytics/seasons";
import { isUnreadable } from "@/shared/api/unreadable";
import { reaches, useOrganization } from "@/shared/organization/organization";

interface SeasonsBarProps {
  leaderboard: LeaderboardKind;
  /** The selected season, or null if a range is selected. */
  season: number | null;
  zone: string;
  onChange: (season: number | null) => void;
}

/** Selects the season of a leaderboard, and ends the running one. */
export function SeasonsBar({ leaderboard, season, zone, onChange }: SeasonsBarProps) {
  const seasons = useQuery(seasonsQuery(leaderboard));
  if (isUnreadable(seasons)) {
    return (
      <Alert
        severity="warning"
        sx={{ mx: { xs: 2, md: 3 }, mb: 1 }}
        action={
          <Button color="inherit" size="small" onClick={() => void seasons.refetch()}>
            <Trans>Retry</Trans>
          </Button>
        }
      >
        <Trans>The seasons couldn’t be loaded.</Trans>
      </Alert>
    );
  }
  if (seasons.data === undefined) {
    return (
      <Skeleton variant="rounded" height={40} aria-label={t`Loading seasons`} sx={{ mx: { xs: 2, md: 3 }, mb: 1 }} />
    );
  }
  return (
    <SeasonSelect seasons={seasons.data} leaderboard={leaderboard} season={season} zone={zone} onChange={onChange} />
  );
}

function SeasonSelect({
  seasons,
  leaderboard,
  season,
  zone,
  onChange,
}: SeasonsBarProps & { seasons: readonly Season[] }) {
  const [isEnding, setEnding] = useState(false);
  const mayEnd = reaches(useOrganization().role, "admin");
  const shown = seasons.find(({ number }) => number === season);
  const running = seasons[0];
  return (
    <Stack
      direction={{ xs: "column", sm: "row" }}
      spacing={1.5}
      className="no-print"
      sx={{ px: { xs: 2, md: 3 }, pb: 1.5, alignItems: { sm: "center" } }}
    >
      <TextField
        select
        size="small"
        label={t`Season`}
        value={shown?.number ?? 0}
        onChange={(event) => onChange(Number(event.target.value) || null)}
        sx={{ minWidth: 200 }}
      >
        <MenuItem value={0}>
          <Trans>Date range above</Trans>
        </MenuItem>
        {seasons.map((one) => (
          <MenuItem key={one.number} value={one.number}>
            {seasonTitle(one)}
          </MenuItem>
        ))}
      </TextField>
      <Box sx={{ flex: 1 }}>
        {shown === undefined ? null : (
          <Typography variant="body2" color="textSecondary">
            {seasonSpan(shown, zone)}
          </Typography>
        )}
      </Box>
      {mayEnd && running !== undefined ? (
        <Button
          variant="outlined"
          startIcon={<EmojiEventsOutlinedIcon />}
          onClick={() => setEnding(true)}
          sx={{ flexShrink: 0 }}
        >
          <Trans>Start new season</Trans>
        </Button>
      ) : null}
      {isEnding && running !== undefined ? (
        <SeasonDialog
          leaderboard={leaderboard}
          running={running}
          onStarted={onChange}
          onClose={() => setEnding(false)}
        />
      ) : null}
    </Stack>
  );
}
