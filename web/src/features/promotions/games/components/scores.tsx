import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import LeaderboardIcon from "@mui/icons-material/LeaderboardOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
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
import { boardQuery, heldQuery, type Interval, ROWS, useResetBoard } from "@/features/promotions/games/api/live";
import { HeldScores } from "@/features/promotions/games/components/held-scores";
import { isOpen, Part } from "@/features/promotions/games/components/live-view";
import type { Game } from "@/features/promotions/games/types";
import { handleResult } from "@/shared/api/handle-result";
import type { components } from "@/shared/api/schema";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { ListPages } from "@/shared/components/list-pages";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatDate, formatDateTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";

const INTERVALS = {
  day: msg`Today`,
  week: msg`This week`,
  month: msg`This month`,
  season: msg`Season`,
  all: msg`All time`,
} as const;

/** Held scores and the leaderboard. They appear together, because the first would otherwise push the second down. */
export function Scores({ game, mayEdit }: { game: Game; mayEdit: boolean }) {
  const held = useQuery(heldQuery(game.game_id, 1, isOpen(game)));
  const board = useQuery(boardQuery(game.game_id, "all", null, 1, isOpen(game)));
  if (held.isPending || board.isPending) {
    return <Skeleton variant="rounded" height={420} aria-busy="true" />;
  }
  return (
    <Stack spacing={3}>
      <HeldScores game={game} mayEdit={mayEdit} />
      <Board game={game} mayEdit={mayEdit} />
    </Stack>
  );
}

function Board({ game, mayEdit }: { game: Game; mayEdit: boolean }) {
  const [interval, setInterval] = useState<Interval>("all");
  const [season, setSeason] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  const [isAsking, setAsking] = useState(false);
  const board = useQuery(boardQuery(game.game_id, interval, interval === "season" ? season : null, page, isOpen(game)));
  const reset = useResetBoard(game.game_id);
  const toasts = useToasts();
  const seasons = board.data?.seasons ?? [];
  const current = seasons[0]?.number ?? game.season;
  return (
    <Part
      title={t`Leaderboard`}
      action={
        mayEdit && game.state === "published" ? (
          <Button size="small" color="error" onClick={() => setAsking(true)}>
            <Trans>Start a new season…</Trans>
          </Button>
        ) : null
      }
    >
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: "wrap", mb: 2 }}>
        <TextField
          select
          size="small"
          label={t`Period`}
          value={interval}
          onChange={({ target }) => {
            setInterval(target.value as Interval);
            setPage(1);
          }}
          sx={{ width: "auto", minWidth: 160 }}
        >
          {Object.entries(INTERVALS).map(([value, label]) => (
            <MenuItem key={value} value={value}>
              {t(label)}
            </MenuItem>
          ))}
        </TextField>
        {interval === "season" ? (
          <TextField
            select
            size="small"
            label={t`Season`}
            value={season ?? current}
            onChange={({ target }) => setSeason(Number(target.value))}
            sx={{ width: "auto", minWidth: 200 }}
          >
            {seasons.map(({ number, starts_at, ends_at }) => (
              <MenuItem key={number} value={number}>
                {ends_at === null
                  ? t`${number}, since ${formatDate(starts_at, game.time_zone)}`
                  : t`${number}, until ${formatDate(ends_at, game.time_zone)}`}
              </MenuItem>
            ))}
          </TextField>
        ) : null}
      </Stack>
      {board.isPending ? (
        <Skeleton variant="rounded" height={200} aria-busy="true" />
      ) : board.isError && board.data === undefined ? (
        <ErrorState compact error={board.error} onRetry={() => void board.refetch()} />
      ) : board.data.items.length === 0 ? (
        <EmptyState compact icon={<LeaderboardIcon />} title={t`No score yet`} />
      ) : (
        <Box role="region" aria-label={t`Scores of the leaderboard`} tabIndex={0} sx={{ overflowX: "auto" }}>
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell>
                  <Trans>Rank</Trans>
                </TableCell>
                <TableCell>
                  <Trans>Name</Trans>
                </TableCell>
                <TableCell align="right">
                  <Trans>Score</Trans>
                </TableCell>
                <TableCell>
                  <Trans>Reached</Trans>
                </TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {board.data.items.map(({ rank, name, score, at }, place) => (
                <TableRow key={`${name} ${at} ${String(place)}`}>
                  <TableCell>{rank}</TableCell>
                  <TableCell sx={{ overflowWrap: "anywhere" }}>{name}</TableCell>
                  <TableCell align="right">{formatCount(score)}</TableCell>
                  <TableCell>{formatDateTime(at, game.time_zone)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
      {board.data?.sides.length ? <Sides sides={board.data.sides} /> : null}
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
        <Trans>Players with the same score share a rank; the one who reached it first is listed first.</Trans>
      </Typography>
      <ListPages total={board.data?.total} pageSize={ROWS} page={page} onPage={setPage} />
      <ConfirmDialog
        open={isAsking}
        title={t`Start season ${current + 1}?`}
        confirmLabel={t`Start season`}
        busy={reset.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          handleResult(reset.mutateAsync(current), {
            onSuccess: () => toasts.success(t`A new season has begun.`),
            onError: toasts.error,
            onSettled: () => setAsking(false),
          })
        }
      >
        <Trans>The season’s ranking is archived and stays visible, and everyone starts again at zero.</Trans>
      </ConfirmDialog>
    </Part>
  );
}

/** A ranking of teams or places. */
function Sides({ sides }: { sides: components["schemas"]["SideRow"][] }) {
  return (
    <Box role="region" aria-label={t`Teams and places`} tabIndex={0} sx={{ overflowX: "auto", mt: 2 }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>
              <Trans>Rank</Trans>
            </TableCell>
            <TableCell>
              <Trans>Team or place</Trans>
            </TableCell>
            <TableCell align="right">
              <Trans>Players</Trans>
            </TableCell>
            <TableCell align="right">
              <Trans>Points</Trans>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {sides.map(({ rank, key, name, players, points }) => (
            <TableRow key={key}>
              <TableCell>{rank}</TableCell>
              <TableCell sx={{ overflowWrap: "anywhere" }}>{name}</TableCell>
              <TableCell align="right">{formatCount(players)}</TableCell>
              <TableCell align="right">{formatCount(points)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
