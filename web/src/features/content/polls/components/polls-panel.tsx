import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import HowToVoteIcon from "@mui/icons-material/HowToVoteOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { pollsQuery } from "@/features/content/polls/api/polls";
import { PollCard } from "@/features/content/polls/components/poll-card";
import { PollDialog } from "@/features/content/polls/components/poll-dialog";
import type { Poll } from "@/features/content/polls/types";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";

/** A code's polls with their results. Before the first poll, only a button that adds one. */
export function PollsPanel({ codeId, mayEdit }: { codeId: string; mayEdit: boolean }) {
  const [search, setSearch] = useSearchParams();
  const isAdding = mayEdit && search.get("poll") === "new";
  const setAdding = (adding: boolean) =>
    setSearch(
      (now) => {
        if (adding) {
          now.set("poll", "new");
        } else {
          now.delete("poll");
        }
        return now;
      },
      { replace: true },
    );
  const polls = useQuery(pollsQuery(codeId));
  const add = mayEdit ? (
    <Button size="small" variant="outlined" startIcon={<HowToVoteIcon />} onClick={() => setAdding(true)}>
      <Trans>Add poll</Trans>
    </Button>
  ) : null;
  // The dialog stays at the same position in the tree while the first poll replaces the button with a list.
  return (
    <>
      {polls.isPending ? (
        // As high as the button that most codes get, so that the content below does not move.
        add === null ? null : (
          <Skeleton variant="rounded" width={128} height={31} sx={{ mt: 3 }} />
        )
      ) : isUnreadable(polls) ? (
        <Card sx={{ mt: 3 }}>
          <ErrorState compact error={polls.error} onRetry={() => void polls.refetch()} />
        </Card>
      ) : polls.data.total > 0 ? (
        <PollsCard polls={polls.data.items} mayEdit={mayEdit}>
          {add}
        </PollsCard>
      ) : add === null ? null : (
        <Box sx={{ mt: 3, minHeight: 31, display: "flex", alignItems: "flex-start" }}>{add}</Box>
      )}
      {isAdding ? <PollDialog codeId={codeId} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function PollsCard({ polls, mayEdit, children }: { polls: Poll[]; mayEdit: boolean; children: ReactNode }) {
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, mt: 3 }} component="section" aria-labelledby="polls-heading">
      <Box sx={{ display: "flex", alignItems: "center", gap: 1, mb: 0.5 }}>
        <Typography variant="h5" component="h2" id="polls-heading" sx={{ flex: 1 }}>
          <Trans>Polls</Trans>
        </Typography>
        {children}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        <Trans>Each visitor has one vote. Results update live.</Trans>
      </Typography>
      <Box component="ul" aria-label={t`Polls of this code`} sx={{ listStyle: "none", p: 0, m: 0 }}>
        {polls.map((poll) => (
          <PollCard key={poll.poll_id} poll={poll} mayEdit={mayEdit} />
        ))}
      </Box>
    </Card>
  );
}
