import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { heldQuery, ROWS, useDecide } from "@/features/promotions/games/api/live";
import { isOpen, Part } from "@/features/promotions/games/components/live-view";
import { suspicionText } from "@/features/promotions/games/game-texts";
import type { Game } from "@/features/promotions/games/types";
import { handleResult } from "@/shared/api/handle-result";
import { ListPages } from "@/shared/components/list-pages";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { useLastPage } from "@/shared/components/use-last-page";
import { formatDateTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";

/** Suspicious scores, which are not on the leaderboard and draw no prize until a member has decided. */
export function HeldScores({ game, mayEdit }: { game: Game; mayEdit: boolean }) {
  const [page, setPage] = useState(1);
  const held = useQuery(heldQuery(game.game_id, page, isOpen(game)));
  const isBeyond = useLastPage(held, { page, pageSize: ROWS, setPage });
  const decide = useDecide(game.game_id);
  const toasts = useToasts();
  const canDecide = mayEdit && game.state === "published";
  const send = (playId: string, approve: boolean) =>
    handleResult(decide.mutateAsync({ playId, approve }), {
      onSuccess: () => toasts.success(approve ? t`The score counts.` : t`The score does not count.`),
      onError: toasts.error,
    });
  return (
    <Part title={t`Scores waiting for review`}>
      {held.isPending || isBeyond ? (
        <Skeleton variant="rounded" height={80} aria-busy="true" />
      ) : held.isError && held.data === undefined ? (
        <ErrorState compact error={held.error} onRetry={() => void held.refetch()} />
      ) : held.data.items.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          <Trans>No suspicious scores. Any that come up wait here, and win nothing until you decide.</Trans>
        </Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 2 }}>
          {held.data.items.map(({ play_id, name, score, suspicions, started_at }) => {
            const who = name ?? t`Anonymous player`;
            return (
              <Box
                component="li"
                key={play_id}
                sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, alignItems: "center" }}
              >
                <Box sx={{ flex: "1 1 14rem", minWidth: 0 }}>
                  <Typography variant="subtitle2" component="h3" sx={{ overflowWrap: "anywhere" }}>
                    {t`${who}: ${formatCount(score)}`}
                  </Typography>
                  <Typography variant="body2" color="textSecondary">
                    {[...suspicions.map(suspicionText), formatDateTime(started_at, game.time_zone)].join(" · ")}
                  </Typography>
                </Box>
                {canDecide ? (
                  <Stack direction="row" spacing={1}>
                    <Button
                      size="small"
                      variant="outlined"
                      disabled={decide.isPending}
                      onClick={() => send(play_id, true)}
                      aria-label={t`Let it count: ${who}`}
                    >
                      <Trans>Let it count</Trans>
                    </Button>
                    <Button
                      size="small"
                      color="error"
                      disabled={decide.isPending}
                      onClick={() => send(play_id, false)}
                      aria-label={t`Refuse: ${who}`}
                    >
                      <Trans>Refuse</Trans>
                    </Button>
                  </Stack>
                ) : null}
              </Box>
            );
          })}
        </Box>
      )}
      <ListPages total={held.data?.total} pageSize={ROWS} page={page} onPage={setPage} />
    </Part>
  );
}
