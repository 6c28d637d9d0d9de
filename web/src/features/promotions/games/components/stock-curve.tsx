import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { prizeDaysQuery } from "@/features/promotions/games/api/live";
import { wonAgainstPlan } from "@/features/promotions/games/curves";
import type { Game, LiveGame } from "@/features/promotions/games/types";
import { messageOf } from "@/shared/api/errors";
import { TrendChart } from "@/shared/components/charts/trend-chart";

const ALL = "";

/** Prizes won day by day, compared with the number that the plan has released, for prizes that are paced. */
export function StockCurve({ game, live }: { game: Game; live: LiveGame }) {
  const [shown, setShown] = useState(ALL);
  const days = useQuery(prizeDaysQuery(game.code_id, game.starts_at));
  const paced = live.prizes.filter(({ due }) => due !== null);
  if (days.isPending) {
    return <Skeleton variant="rounded" height={240} aria-busy="true" />;
  }
  if (days.isError) {
    return <Alert severity="warning">{messageOf(days.error)}</Alert>;
  }
  const ids = paced.map(({ prize_id }) => prize_id).filter((id) => shown === ALL || id === shown);
  const points = wonAgainstPlan(live.planned, days.data, game.game_id, ids, live.as_of, game.time_zone);
  return (
    <Stack spacing={2}>
      {paced.length > 1 ? (
        <TextField
          select
          size="small"
          label={t`Prize`}
          value={shown}
          onChange={({ target }) => setShown(target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ alignSelf: "flex-start", minWidth: 220 }}
        >
          <MenuItem value={ALL}>{t`All prizes with a plan`}</MenuItem>
          {paced.map(({ prize_id, name }) => (
            <MenuItem key={prize_id} value={prize_id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
      <TrendChart points={points} metric={t`Prizes won`} height={220} />
      <Typography variant="caption" color="textSecondary">
        <Trans>Line: prizes won, less those that came back unclaimed. Dashed: what the plan has released.</Trans>
      </Typography>
    </Stack>
  );
}
