import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useDeletePoll, useOpenPoll } from "@/features/content/polls/api/polls";
import { PollLink } from "@/features/content/polls/components/poll-link";
import type { Poll, ShowResults } from "@/features/content/polls/types";
import { handleResult } from "@/shared/api/handle-result";
import { CopyIconButton } from "@/shared/components/copy-button";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { formatCount } from "@/shared/format/numbers";
import { useToasts } from "@/shared/components/toasts";

const SEEN_BY_VISITORS: Record<ShowResults, MessageDescriptor> = {
  always: msg`results always shown`,
  after: msg`results shown after voting`,
  never: msg`results hidden`,
};

/** The current results of one poll, with the switch that closes and opens it. */
export function PollCard({ poll, mayEdit }: { poll: Poll; mayEdit: boolean }) {
  const toasts = useToasts();
  const change = useOpenPoll();
  const total = poll.total ?? 0;
  return (
    <Box component="li" aria-label={poll.question} sx={{ py: 2.5, borderTop: 1, borderColor: "divider" }}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: "center", flexWrap: "wrap", mb: 1.5 }}>
        <Typography variant="subtitle1" component="h3" sx={{ flex: "1 1 12rem", overflowWrap: "anywhere" }}>
          {poll.question}
        </Typography>
        <Chip
          size="small"
          color={poll.is_open ? "success" : "default"}
          variant="outlined"
          label={poll.is_open ? t`Open` : t`Closed`}
        />
        {mayEdit ? (
          <Button
            size="small"
            disabled={change.isPending}
            onClick={() =>
              handleResult(change.mutateAsync({ codeId: poll.code_id, pollId: poll.poll_id, isOpen: !poll.is_open }), {
                onError: toasts.error,
              })
            }
          >
            {poll.is_open ? t`Close` : t`Reopen`}
          </Button>
        ) : null}
        {mayEdit && !(poll.source === "page" && poll.is_open) ? <DeletePoll poll={poll} /> : null}
      </Stack>
      <Stack component="ul" spacing={1.25} sx={{ listStyle: "none", p: 0, m: 0 }}>
        {poll.choices.map((choice) => (
          <li key={choice.id}>
            <Stack direction="row" spacing={2} sx={{ justifyContent: "space-between", mb: 0.5 }}>
              <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
                {choice.label}
              </Typography>
              <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: "nowrap" }}>
                {shareOf(choice.percent)} · {formatCount(choice.votes ?? 0)}
              </Typography>
            </Stack>
            <LinearProgress
              variant="determinate"
              value={choice.percent ?? 0}
              aria-label={t`Share of ${choice.label}`}
              sx={{ height: 8, borderRadius: 4, bgcolor: "action.selected" }}
            />
          </li>
        ))}
      </Stack>
      <Typography variant="caption" color="textSecondary" component="div" sx={{ mt: 1.25 }}>
        {plural(total, { one: "# vote", other: "# votes" })} ·{" "}
        {poll.source === "page" ? t`created on its page` : t`created here`} · {t(SEEN_BY_VISITORS[poll.show_results])}
        {poll.source === "call" ? (
          <>
            {" "}
            <CopyIconButton text={poll.poll_id} label={t`Copy poll ID`} />
          </>
        ) : null}
      </Typography>
      <PollLink path={poll.public_url} question={poll.question} />
    </Box>
  );
}

function DeletePoll({ poll }: { poll: Poll }) {
  const toasts = useToasts();
  const remove = useDeletePoll();
  const [asks, setAsks] = useState(false);
  const total = poll.total ?? 0;
  const { question } = poll;
  const confirm = () =>
    handleResult(remove.mutateAsync({ codeId: poll.code_id, pollId: poll.poll_id }), {
      onSuccess: () => toasts.success(t`Poll deleted.`),
      onError: (error) => {
        setAsks(false);
        toasts.error(error);
      },
    });
  return (
    <>
      <Button size="small" color="inherit" aria-label={t`Delete poll “${poll.question}”`} onClick={() => setAsks(true)}>
        <Trans>Delete</Trans>
      </Button>
      <ConfirmDialog
        open={asks}
        title={t`Delete this poll?`}
        confirmLabel={t`Delete poll`}
        busy={remove.isPending}
        onConfirm={confirm}
        onCancel={() => setAsks(false)}
      >
        <Plural
          value={total}
          one={`“${question}” and its vote will be permanently deleted. To keep the results, close the poll instead.`}
          other={`“${question}” and its # votes will be permanently deleted. To keep the results, close the poll instead.`}
        />
      </ConfirmDialog>
    </>
  );
}

function shareOf(percent: number | null): string {
  return `${Math.round(percent ?? 0)}%`;
}
