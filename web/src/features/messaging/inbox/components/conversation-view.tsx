import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link as RouterLink } from "react-router";
import {
  assigneesQuery,
  type Conversation,
  type Line,
  threadQuery,
  useChangeConversation,
  useOptOut,
} from "@/features/messaging/inbox/api/inbox";
import { ReplyForm } from "@/features/messaging/inbox/components/reply-form";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { inboxCountsQuery } from "@/shared/messages/inbox";
import { messageStateName, reasonName } from "@/shared/messages/words";

interface ViewProps {
  conversationId: string;
  mayEdit: boolean;
  zone: string | undefined;
  /** The unsent reply. */
  draft: string;
  onDraft: (text: string) => void;
  /** Returns to the list, if that is a separate screen. */
  onBack: (() => void) | undefined;
}

/** A conversation: the person, the messages, and the reply. */
export function ConversationView({ conversationId, mayEdit, zone, draft, onDraft, onBack }: ViewProps) {
  const thread = useQuery(threadQuery(conversationId));
  const cache = useQueryClient();
  const lines = thread.data?.lines.length;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = end.current;
    if (box !== null) {
      // Scrolls only the thread, never the page.
      box.scrollTop = box.scrollHeight;
    }
    if (lines !== undefined) {
      void cache.invalidateQueries({ queryKey: inboxCountsQuery.queryKey });
    }
  }, [lines, cache]);
  const back = onBack ? (
    <IconButton aria-label={t`Back to the list`} onClick={onBack} edge="start">
      <ArrowBackIcon />
    </IconButton>
  ) : null;
  if (isUnreadable(thread)) {
    return (
      <Box sx={{ p: 2 }}>
        {back}
        <ErrorState
          title={t`This conversation couldn’t be loaded`}
          error={thread.error}
          onRetry={() => void thread.refetch()}
        />
      </Box>
    );
  }
  if (thread.data === undefined) {
    return (
      <Stack spacing={2} sx={{ p: 2 }} aria-busy="true">
        <Skeleton variant="text" width="40%" />
        <Skeleton variant="rounded" height={280} />
      </Stack>
    );
  }
  const { conversation } = thread.data;
  const title = conversation.name || conversation.phone;
  return (
    <Box component="section" aria-label={t`Conversation with ${title}`}>
      <Stack direction="row" spacing={1} sx={{ p: 2, alignItems: "center", borderBottom: 1, borderColor: "divider" }}>
        {back}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h6" component="h2" sx={{ overflowWrap: "anywhere" }}>
            {title}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {[t`Text message`, conversation.name === "" ? null : conversation.phone]
              .filter((one) => one !== null)
              .join(" · ")}
          </Typography>
        </Box>
        {conversation.customer_id === null ? null : (
          <Link component={RouterLink} to={paths.customer(conversation.customer_id)} variant="body2">
            <Trans>Open profile</Trans>
          </Link>
        )}
      </Stack>
      {mayEdit ? <Handling conversation={conversation} /> : null}
      <Box
        ref={end}
        tabIndex={0}
        role="region"
        aria-label={t`Messages`}
        sx={{ maxHeight: { xs: "none", md: 460 }, overflowY: "auto", p: 2 }}
      >
        <Stack component="ol" spacing={1.5} sx={{ listStyle: "none", m: 0, p: 0 }}>
          {thread.data.lines.map((line) => (
            <LineView key={line.message_id} line={line} zone={zone} />
          ))}
        </Stack>
      </Box>
      {mayEdit ? <ReplyForm conversationId={conversationId} text={draft} onText={onDraft} /> : null}
    </Box>
  );
}

function LineView({ line, zone }: { line: Line; zone: string | undefined }) {
  const isProblem = line.reason !== "";
  return (
    <Box component="li" sx={{ alignSelf: line.is_ours ? "flex-end" : "flex-start", maxWidth: "85%" }}>
      <Box
        sx={{
          bgcolor: line.is_ours ? "primary.main" : "action.hover",
          color: line.is_ours ? "primary.contrastText" : "text.primary",
          borderRadius: 3,
          px: 2,
          py: 1.25,
          whiteSpace: "pre-wrap",
          overflowWrap: "anywhere",
          typography: "body2",
        }}
      >
        {line.text === "" ? t`(The text was deleted)` : line.text}
      </Box>
      <Typography
        variant="caption"
        color={isProblem ? "warning" : "textSecondary"}
        component="p"
        sx={{ mt: 0.25, textAlign: line.is_ours ? "end" : "start", overflowWrap: "anywhere" }}
      >
        {[
          line.is_ours ? t`You` : null,
          formatDateTime(line.at, zone),
          line.state === null ? kindName(line.kind) : messageStateName(line.state),
          isProblem ? reasonName(line.reason) : null,
        ]
          .filter((one) => one !== null)
          .join(" · ")}
      </Typography>
    </Box>
  );
}

function kindName(kind: Line["kind"]): string | null {
  switch (kind) {
    case "stop":
      return t`Opted out`;
    case "start":
      return t`Opted in again`;
    case "opt_out_request":
      return t`Opt-out request`;
    case "help":
      return t`Asked for help`;
    default:
      return null;
  }
}

function Handling({ conversation }: { conversation: Conversation }) {
  const changing = useChangeConversation();
  const optingOut = useOptOut();
  const toasts = useToasts();
  const members = useQuery(assigneesQuery).data ?? [];
  const [isOptingOut, setOptingOut] = useState(false);
  const conversation_id = conversation.conversation_id;
  const assigned = conversation.assigned_to ?? "";
  const isKnown = assigned === "" || members.some((one) => one.user_id === assigned);
  const change = (part: { assigned_to?: string; is_open?: boolean; is_flagged?: boolean }) =>
    handleResult(changing.mutateAsync({ conversation_id, ...part }), { onError: toasts.error });
  return (
    <Stack spacing={1.5} sx={{ p: 2, borderBottom: 1, borderColor: "divider" }}>
      {conversation.is_flagged ? (
        <Alert
          severity="warning"
          action={
            <Button
              color="inherit"
              size="small"
              disabled={changing.isPending}
              onClick={() => change({ is_flagged: false })}
            >
              <Trans>Not an opt-out</Trans>
            </Button>
          }
        >
          <Trans>They seem to want no more messages. Read what they wrote and decide.</Trans>
        </Alert>
      ) : null}
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: "center", flexWrap: "wrap" }}>
        <TextField
          select
          size="small"
          label={t`Assigned to`}
          value={assigned}
          disabled={changing.isPending}
          onChange={({ target }) => change({ assigned_to: target.value })}
          sx={{ minWidth: 180 }}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t`Nobody`}</MenuItem>
          {isKnown ? null : <MenuItem value={assigned}>{conversation.assigned_name || assigned}</MenuItem>}
          {members.map((one) => (
            <MenuItem key={one.user_id} value={one.user_id}>
              {one.name || one.email || one.user_id}
            </MenuItem>
          ))}
        </TextField>
        <Button disabled={changing.isPending} onClick={() => change({ is_open: !conversation.is_open })}>
          {conversation.is_open ? <Trans>Mark as done</Trans> : <Trans>Open again</Trans>}
        </Button>
        <Button color="error" onClick={() => setOptingOut(true)}>
          <Trans>Record opt-out</Trans>
        </Button>
      </Stack>
      <ConfirmDialog
        open={isOptingOut}
        title={t`Record an opt-out?`}
        confirmLabel={t`Record opt-out`}
        busy={optingOut.isPending}
        onConfirm={() =>
          handleResult(optingOut.mutateAsync(conversation_id), {
            onSuccess: () => toasts.success(t`Recorded. No more text messages are sent to this number.`),
            onError: toasts.error,
            onSettled: () => setOptingOut(false),
          })
        }
        onCancel={() => setOptingOut(false)}
      >
        <Trans>
          From now on nothing is sent to this number by text message, service messages included, until they text START
          or agree again.
        </Trans>
      </ConfirmDialog>
    </Stack>
  );
}
