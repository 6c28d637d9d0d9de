import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import CasinoIcon from "@mui/icons-material/CasinoOutlined";
import LeaderboardIcon from "@mui/icons-material/LeaderboardOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import LinearProgress from "@mui/material/LinearProgress";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { boardQuery, liveQuery, useTakePrize, winnersQuery } from "@/features/promotions/games/api/live";
import { PrizePicture } from "@/features/promotions/games/components/prize-card";
import { Commitment } from "@/features/promotions/games/components/publish-dialog";
import { StockCurve } from "@/features/promotions/games/components/stock-curve";
import { hasScore, phaseOf, refusalText } from "@/features/promotions/games/game-texts";
import type { Game, LiveGame, LivePrize } from "@/features/promotions/games/types";
import { handleResult } from "@/shared/api/handle-result";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { useCooldown } from "@/shared/components/use-cooldown";
import { formatAgo, formatTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";

/** Whether plays can still arrive. */
export function isOpen(game: Game): boolean {
  return game.state === "published" && phaseOf(game, Date.now()) !== "soon";
}

/** A game while it is being played. */
export function LiveView({ game, mayEdit }: { game: Game; mayEdit: boolean }) {
  const live = useQuery(liveQuery(game.game_id, isOpen(game)));
  if (live.isPending) {
    return <Skeleton variant="rounded" height={360} aria-busy="true" />;
  }
  if (live.isError && live.data === undefined) {
    return <ErrorState error={live.error} onRetry={() => void live.refetch()} />;
  }
  return (
    <Stack spacing={3}>
      <Figures game={game} live={live.data} />
      {live.data.planned.length > 1 ? (
        <Part title={t`Prizes won against the plan`}>
          <StockCurve game={game} live={live.data} />
        </Part>
      ) : null}
      <Box
        sx={{
          display: "grid",
          gap: 3,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 3fr) minmax(0, 2fr)" },
          alignItems: "start",
        }}
      >
        <Part title={t`Prizes`}>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 2 }}>
            {live.data.prizes.map((prize) => (
              <PrizeLine
                key={prize.prize_id}
                prize={prize}
                gameId={game.game_id}
                canTake={mayEdit && game.state === "published"}
              />
            ))}
          </Box>
        </Part>
        <Stack spacing={3}>
          {hasScore(game.kind) ? <BestScores game={game} /> : null}
          <LastWinners game={game} />
          <Part title={t`Tried evasions`}>
            {live.data.refused.length === 0 ? (
              <Typography variant="body2" color="textSecondary">
                <Trans>No plays refused so far.</Trans>
              </Typography>
            ) : (
              <Box component="dl" sx={{ m: 0, display: "grid", gridTemplateColumns: "1fr auto", gap: 1 }}>
                {live.data.refused.map(({ reason, refused }) => (
                  <Box key={reason} sx={{ display: "contents" }}>
                    <Typography component="dt" variant="body2">
                      {refusalText(reason)}
                    </Typography>
                    <Typography component="dd" variant="body2" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
                      {formatCount(refused)}
                    </Typography>
                  </Box>
                ))}
              </Box>
            )}
          </Part>
          <Commitment game={game} />
        </Stack>
      </Box>
    </Stack>
  );
}

/** A titled card. */
export function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: 2.5, minWidth: 0 }}>
      <Stack direction="row" useFlexGap sx={{ mb: 2, gap: 1, flexWrap: "wrap", justifyContent: "space-between" }}>
        <Typography id={titleId} variant="h6" component="h2">
          {title}
        </Typography>
        {action}
      </Stack>
      {children}
    </Card>
  );
}

function Figures({ game, live }: { game: Game; live: LiveGame }) {
  const won = live.awarded + live.claimed + live.expired;
  const figures: { label: string; value: number; note: string }[] = [
    {
      label: t`Plays`,
      value: live.plays,
      note: plural(live.plays_last_hour, { one: "# in the last hour", other: "# in the last hour" }),
    },
    { label: t`Players`, value: live.players, note: t`identified as your limits say` },
    { label: t`Prizes won`, value: won, note: plural(live.expired, { one: "# expired", other: "# expired" }) },
    {
      label: t`Claimed`,
      value: live.claimed,
      note: plural(live.awarded, { one: "# still open", other: "# still open" }),
    },
    ...(live.started + live.held > 0
      ? [
          {
            label: t`Scores held`,
            value: live.held,
            note: plural(live.started, { one: "# round not finished", other: "# rounds not finished" }),
          },
        ]
      : []),
  ];
  return (
    <Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", md: "repeat(auto-fit, minmax(9rem, 1fr))" },
        }}
      >
        {figures.map(({ label, value, note }) => (
          <Card key={label} component="div" sx={{ p: 2 }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" variant="h4" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
              {formatCount(value)}
            </Typography>
            <Typography component="dd" variant="caption" color="textSecondary" sx={{ m: 0 }}>
              {note}
            </Typography>
          </Card>
        ))}
      </Box>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
        {isOpen(game)
          ? t`Live, as of ${formatTime(live.as_of, game.time_zone)}`
          : t`As of ${formatTime(live.as_of, game.time_zone)}`}
      </Typography>
    </Box>
  );
}

interface PrizeLineProps {
  prize: LivePrize;
  gameId: string;
  canTake: boolean;
}

function PrizeLine({ prize, gameId, canTake }: PrizeLineProps) {
  const take = useTakePrize(gameId);
  const [isCoolingDown, startCooldown] = useCooldown();
  const toasts = useToasts();
  const { name, stock, taken, due } = prize;
  const left = stock === null ? null : stock - taken;
  return (
    <Box component="li" sx={{ display: "flex", gap: 2, alignItems: "center" }}>
      <PrizePicture url={prize.picture_url} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle2" component="h3" sx={{ overflowWrap: "anywhere" }}>
          {name}
        </Typography>
        {stock === null ? null : (
          <LinearProgress
            variant="determinate"
            aria-label={t`Taken of ${name}`}
            value={stock === 0 ? 100 : Math.min(100, (100 * taken) / stock)}
            sx={{ my: 0.75, height: 8, borderRadius: 4 }}
          />
        )}
        <Typography variant="body2" color="textSecondary">
          {left === null
            ? t`${formatCount(taken)} taken, no limit`
            : t`${formatCount(left)} left of ${formatCount(stock ?? 0)}`}
          {due === null ? null : ` · ${planText(taken, due)}`}
        </Typography>
      </Box>
      {canTake ? (
        <Button
          size="small"
          disabled={take.isPending || isCoolingDown || left === 0}
          aria-label={t`Take one: ${name}`}
          onClick={() =>
            handleResult(take.mutateAsync(prize.prize_id), {
              onSuccess: () => {
                startCooldown();
                toasts.success(t`One was taken from the stock and noted in the log.`);
              },
              onError: toasts.error,
            })
          }
        >
          <Trans>Take one</Trans>
        </Button>
      ) : null}
    </Box>
  );
}

/** Describes the prizes taken compared with the plan. */
function planText(taken: number, due: number): string {
  if (taken < due) {
    return t`${formatCount(due - taken)} behind the plan`;
  }
  return taken === due ? t`as planned` : t`${formatCount(taken - due)} ahead of the plan`;
}

const BEST = 5;

function BestScores({ game }: { game: Game }) {
  const board = useQuery(boardQuery(game.game_id, "all", null, 1, isOpen(game)));
  const best = (board.data?.items ?? []).slice(0, BEST);
  return (
    <Part title={t`Best scores`}>
      {board.isPending ? (
        <Skeleton variant="rounded" height={120} aria-busy="true" />
      ) : board.isError && board.data === undefined ? (
        <ErrorState compact error={board.error} onRetry={() => void board.refetch()} />
      ) : best.length === 0 ? (
        <EmptyState compact icon={<LeaderboardIcon />} title={t`No score yet`} />
      ) : (
        <Box component="ol" sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 1 }}>
          {best.map(({ rank, name, score, at }, place) => (
            <Box component="li" key={`${at} ${String(place)}`} sx={{ display: "flex", gap: 1.5 }}>
              <Typography variant="body2" color="textSecondary" sx={{ minWidth: "1.5em" }}>
                {rank}
              </Typography>
              <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
                {name}
              </Typography>
              <Typography variant="body2" sx={{ fontVariantNumeric: "tabular-nums" }}>
                {formatCount(score)}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
    </Part>
  );
}

function LastWinners({ game }: { game: Game }) {
  const winners = useQuery(winnersQuery(game.game_id, "", 1, isOpen(game), 5));
  return (
    <Part title={t`Last winners`}>
      {winners.isPending ? (
        <Skeleton variant="rounded" height={120} aria-busy="true" />
      ) : winners.isError && winners.data === undefined ? (
        <ErrorState compact error={winners.error} onRetry={() => void winners.refetch()} />
      ) : winners.data.items.length === 0 ? (
        <EmptyState compact icon={<CasinoIcon />} title={t`Nobody has won yet`} />
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 1 }}>
          {winners.data.items.map((it) => (
            <Typography key={it.award_id} component="li" variant="body2" sx={{ overflowWrap: "anywhere" }}>
              <strong>{it.prize_name}</strong> · {it.customer ?? t`not claimed yet`} · {formatAgo(it.awarded_at)}
            </Typography>
          ))}
        </Box>
      )}
    </Part>
  );
}
