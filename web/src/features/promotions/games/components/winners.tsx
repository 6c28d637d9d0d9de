import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DownloadIcon from "@mui/icons-material/Download";
import TrophyIcon from "@mui/icons-material/EmojiEventsOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { ROWS, useExportWinners, type WinnerState, winnersQuery } from "@/features/promotions/games/api/live";
import { isOpen } from "@/features/promotions/games/components/live-view";
import type { Game, Winner } from "@/features/promotions/games/types";
import { handleResult } from "@/shared/api/handle-result";
import { ListPages } from "@/shared/components/list-pages";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";

const STATES: Record<Winner["state"], { label: MessageDescriptor; color: "default" | "success" | "warning" }> = {
  awarded: { label: msg`To be claimed`, color: "warning" },
  claimed: { label: msg`Claimed`, color: "success" },
  expired: { label: msg`Expired`, color: "default" },
};

/** The winners, their prizes, and the state of each claim. */
export function Winners({ game, mayEdit }: { game: Game; mayEdit: boolean }) {
  const [state, setState] = useState<WinnerState>("");
  const [page, setPage] = useState(1);
  const winners = useQuery(winnersQuery(game.game_id, state, page, isOpen(game)));
  const save = useExportWinners(game.game_id);
  const toasts = useToasts();
  return (
    <>
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: "wrap", mb: 2, justifyContent: "space-between" }}>
        <TextField
          select
          size="small"
          label={t`Claim`}
          value={state}
          onChange={({ target }) => {
            setState(target.value as WinnerState);
            setPage(1);
          }}
          sx={{ width: "auto", minWidth: 180 }}
        >
          <MenuItem value="">
            <Trans>All</Trans>
          </MenuItem>
          {Object.entries(STATES).map(([value, { label }]) => (
            <MenuItem key={value} value={value}>
              {t(label)}
            </MenuItem>
          ))}
        </TextField>
        {mayEdit ? (
          <Button
            variant="outlined"
            startIcon={<DownloadIcon />}
            disabled={save.isPending}
            onClick={() => handleResult(save.mutateAsync(), { onError: toasts.error })}
          >
            <Trans>Export CSV</Trans>
          </Button>
        ) : null}
      </Stack>
      {winners.isPending ? (
        <Skeleton variant="rounded" height={240} aria-busy="true" />
      ) : winners.isError && winners.data === undefined ? (
        <ErrorState error={winners.error} onRetry={() => void winners.refetch()} />
      ) : winners.data.items.length === 0 ? (
        <Card>
          <EmptyState
            icon={<TrophyIcon />}
            title={state === "" ? t`Nobody has won yet` : t`No winners in this state`}
            text={t`Winners appear here as soon as they win. Their names follow when they claim.`}
          />
        </Card>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 1 }}>
          {winners.data.items.map((it) => (
            <WinnerRow key={it.award_id} winner={it} zone={game.time_zone} />
          ))}
        </Box>
      )}
      <ListPages total={winners.data?.total} pageSize={ROWS} page={page} onPage={setPage} />
    </>
  );
}

function WinnerRow({ winner, zone }: { winner: Winner; zone: string }) {
  const { label, color } = STATES[winner.state];
  const won = formatDateTime(winner.awarded_at, zone);
  const until = formatDateTime(winner.claim_until, zone);
  return (
    <Card
      component="li"
      variant="outlined"
      sx={{ p: 2, display: "flex", flexWrap: "wrap", gap: 1.5, alignItems: "center" }}
    >
      <Box sx={{ flex: "1 1 14rem", minWidth: 0 }}>
        <Typography variant="subtitle1" component="h2" sx={{ overflowWrap: "anywhere" }}>
          {winner.prize_name}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {winner.customer_id === null ? (
            t`No contact yet`
          ) : (
            <Link component={RouterLink} to={paths.customer(winner.customer_id)}>
              {winner.customer ?? t`Customer`}
            </Link>
          )}
          <Given winner={winner} />
        </Typography>
      </Box>
      <Typography variant="body2" color="textSecondary">
        {winner.claimed_at !== null
          ? t`Won ${won}, claimed ${formatDateTime(winner.claimed_at, zone)}`
          : winner.state === "expired"
            ? t`Won ${won}, not claimed until ${until}`
            : t`Won ${won}, to claim until ${until}`}
      </Typography>
      <Chip size="small" variant="outlined" color={color} label={t(label)} />
    </Card>
  );
}

/** The one-time code or the pass that a winner got. */
function Given({ winner: { gives, given_id } }: { winner: Winner }) {
  if (given_id === null || (gives !== "one_time" && gives !== "pass")) {
    return null;
  }
  return gives === "one_time" ? (
    t` · One-time code ${given_id}`
  ) : (
    <>
      {" · "}
      <Link href={`/card/${encodeURIComponent(given_id)}`} target="_blank" rel="noopener">
        <Trans>Wallet pass</Trans>
      </Link>
    </>
  );
}
