import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { forecastQuery } from "@/features/promotions/games/api/games";
import { type Curve, curvesOf, pointsOf } from "@/features/promotions/games/curves";
import type { Forecast, Game } from "@/features/promotions/games/types";
import { fieldLabel } from "@/shared/api/field-labels";
import { TrendChart } from "@/shared/components/charts/trend-chart";
import { ErrorState } from "@/shared/components/state-views";
import { formatDateTime } from "@/shared/format/dates";
import { formatCount, formatShare } from "@/shared/format/numbers";
import { useCostText } from "@/shared/organization/costs";
import { useOrganizationData } from "@/shared/organization/organization";

/** The result of 100,000 simulated rounds of the saved plan: prizes, cost and stock over the schedule. */
export function ForecastView({ game }: { game: Game }) {
  const forecast = useQuery(forecastQuery(game.game_id, game.version));
  if (forecast.isPending) {
    return (
      <Stack spacing={1.5} aria-busy="true">
        <Typography variant="body2" color="textSecondary">
          <Trans>Playing 100,000 rounds…</Trans>
        </Typography>
        <Skeleton variant="rounded" height={260} />
      </Stack>
    );
  }
  if (forecast.isError) {
    return <ErrorState compact error={forecast.error} onRetry={() => void forecast.refetch()} />;
  }
  return <Expected game={game} forecast={forecast.data} />;
}

function Expected({ game, forecast }: { game: Game; forecast: Forecast }) {
  const [shown, setShown] = useState<Curve>("won");
  const curves = curvesOf(game);
  const points = pointsOf(game, forecast, shown, useOrganizationData().data?.currency);
  const label = curves.find(({ value }) => value === shown)?.label ?? "";
  const cost = useCostText()(forecast.cost_cents);
  return (
    <Stack spacing={2}>
      <Typography variant="body1">
        {plural(forecast.plays, {
          one: `# play gives ${formatCount(forecast.winners)} prizes (${formatShare(forecast.winners / Math.max(1, forecast.plays))}), which cost ${cost}.`,
          other: `# plays give ${formatCount(forecast.winners)} prizes (${formatShare(forecast.winners / Math.max(1, forecast.plays))}), which cost ${cost}.`,
        })}
      </Typography>
      {forecast.problems.map(({ field, message, is_warning }) => (
        <Alert key={`${field} ${message}`} severity={is_warning ? "warning" : "error"}>
          {fieldLabel(field)} {message}
        </Alert>
      ))}
      <TextField
        select
        size="small"
        label={t`Curve`}
        value={shown}
        onChange={({ target }) => setShown(target.value)}
        sx={{ width: "auto", alignSelf: "flex-start", minWidth: 220 }}
      >
        {curves.map(({ value, label: name }) => (
          <MenuItem key={value} value={value}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <TrendChart points={points} metric={label} height={240} />
      <Box role="region" aria-label={t`Expected prizes`} tabIndex={0} sx={{ overflowX: "auto" }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>
                <Trans>Prize</Trans>
              </TableCell>
              <TableCell align="right">
                <Trans>Won</Trans>
              </TableCell>
              <TableCell align="right">
                <Trans>Left</Trans>
              </TableCell>
              <TableCell>
                <Trans>Last one won</Trans>
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {game.prizes.map(({ prize_id, name, stock }) => {
              const won = forecast.won[prize_id] ?? 0;
              const gone = forecast.sold_out[prize_id];
              return (
                <TableRow key={prize_id}>
                  <TableCell sx={{ overflowWrap: "anywhere" }}>{name}</TableCell>
                  <TableCell align="right">{formatCount(won)}</TableCell>
                  <TableCell align="right">{stock === null ? t`No limit` : formatCount(stock - won)}</TableCell>
                  <TableCell>{gone === undefined ? "–" : formatDateTime(gone, game.time_zone)}</TableCell>
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      </Box>
      <Typography variant="caption" color="textSecondary">
        <Trans>Simulated with a different seed, spread over the hours of the schedule, one play per player.</Trans>
      </Typography>
    </Stack>
  );
}
