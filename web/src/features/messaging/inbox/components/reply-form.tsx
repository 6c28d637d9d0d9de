import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { cannedAnswersQuery, useAnswer, useWriteAnswer } from "@/features/messaging/inbox/api/inbox";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { reasonName } from "@/shared/messages/words";

const MOST = 1_600;

interface ReplyProps {
  conversationId: string;
  text: string;
  onText: (text: string) => void;
}

/** A reply by text message. One that may not be sent shows why. */
export function ReplyForm({ conversationId, text, onText }: ReplyProps) {
  const answering = useAnswer();
  const writing = useWriteAnswer();
  const toasts = useToasts();
  const answers = useQuery(cannedAnswersQuery).data?.items ?? [];
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [missing, setMissing] = useState<string[]>([]);
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    handleResult(answering.mutateAsync({ conversationId, text: text.trim() }), {
      onSuccess: ({ sent }) => {
        if (sent.status === "refused") {
          setRefusal(sent.reason);
        } else {
          setRefusal(null);
          setMissing([]);
          onText("");
        }
      },
      onError: toasts.error,
    });
  };
  const insert = (answerId: string) => {
    setAnchor(null);
    handleResult(writing.mutateAsync({ conversationId, answerId }), {
      onSuccess: (written) => {
        onText((text.trim() === "" ? written.text : `${text.trimEnd()} ${written.text}`).slice(0, MOST));
        setMissing(written.missing);
      },
      onError: toasts.error,
    });
  };
  return (
    <Stack
      component="form"
      spacing={1.5}
      onSubmit={send}
      noValidate
      sx={{ p: 2, borderTop: 1, borderColor: "divider" }}
    >
      {refusal === null ? null : (
        <Alert severity="warning">
          <Trans>This answer was not sent: {reasonName(refusal)}.</Trans>
        </Alert>
      )}
      {missing.length > 0 ? (
        <Alert severity="info">{t`There is no value for ${missing.join(", ")}. Check the text before you send it.`}</Alert>
      ) : null}
      <TextField
        label={t`Answer`}
        multiline
        minRows={2}
        maxRows={8}
        value={text}
        onChange={({ target }) => onText(target.value)}
        slotProps={{ htmlInput: { maxLength: MOST } }}
        helperText={plural(text.length, { one: "# character", other: "# characters" })}
      />
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap" }}>
        <Button type="submit" variant="contained" disabled={text.trim() === "" || answering.isPending}>
          <Trans>Send answer</Trans>
        </Button>
        {answers.length > 0 ? (
          <Button
            disabled={writing.isPending}
            aria-haspopup="menu"
            aria-expanded={anchor !== null}
            onClick={({ currentTarget }) => setAnchor(currentTarget)}
          >
            <Trans>Insert canned answer</Trans>
          </Button>
        ) : null}
      </Stack>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {answers.map((one) => (
          <MenuItem key={one.answer_id} onClick={() => insert(one.answer_id)}>
            {one.name}
          </MenuItem>
        ))}
      </Menu>
    </Stack>
  );
}
