import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { phoneQuery, useReplyFromPhone } from "@/features/messaging/sandbox/api/sandbox";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { StaleWarning } from "@/shared/components/stale-warning";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";

const QUICK = ["STOP", "START", "HELP"] as const;

interface PhoneProps {
  phone: string;
  zone: string;
  mayReply: boolean;
}

/** A phone as its owner sees it: the messages received and sent, and a field to reply. */
export function Phone({ phone, zone, mayReply }: PhoneProps) {
  const lines = useQuery(phoneQuery(phone));
  const replying = useReplyFromPhone();
  const toasts = useToasts();
  const [text, setText] = useState("");
  const screen = useRef<HTMLDivElement>(null);
  const count = lines.data?.lines.length;
  useEffect(() => {
    if (screen.current !== null) {
      screen.current.scrollTop = screen.current.scrollHeight;
    }
  }, [count]);
  const send = (answer: string) =>
    handleResult(replying.mutateAsync({ phone, text: answer }), {
      onSuccess: () => setText(""),
      onError: toasts.error,
    });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send(text.trim());
  };
  return (
    <Box
      component="section"
      aria-label={t`Phone ${phone}`}
      sx={{
        width: "100%",
        maxWidth: 380,
        mx: "auto",
        border: 8,
        borderColor: "text.primary",
        borderRadius: 6,
        bgcolor: "background.paper",
        overflow: "hidden",
      }}
    >
      <Typography
        variant="subtitle2"
        component="h2"
        sx={{ p: 1.5, textAlign: "center", borderBottom: 1, borderColor: "divider" }}
      >
        {phone}
      </Typography>
      <Box
        ref={screen}
        tabIndex={0}
        role="region"
        aria-label={t`Messages`}
        sx={{ height: 380, overflowY: "auto", p: 1.5 }}
      >
        <StaleWarning reading={lines} />
        {isUnreadable(lines) ? (
          <ErrorState compact error={lines.error} onRetry={() => void lines.refetch()} />
        ) : lines.isPending ? (
          <Skeleton variant="rounded" height={80} aria-busy="true" />
        ) : (
          <Stack component="ol" spacing={1} sx={{ listStyle: "none", m: 0, p: 0 }}>
            {lines.data.lines.map((line) => (
              <Box
                component="li"
                key={line.message_id}
                sx={{ alignSelf: line.is_sent ? "flex-end" : "flex-start", maxWidth: "85%" }}
              >
                <Box
                  sx={{
                    bgcolor: line.is_sent ? "success.main" : "action.hover",
                    color: line.is_sent ? "success.contrastText" : "text.primary",
                    borderRadius: 3,
                    px: 1.5,
                    py: 1,
                    whiteSpace: "pre-wrap",
                    overflowWrap: "anywhere",
                    typography: "body2",
                  }}
                >
                  {line.text}
                </Box>
                <Typography variant="caption" color="textSecondary">
                  {formatDateTime(line.at, zone)}
                </Typography>
              </Box>
            ))}
          </Stack>
        )}
      </Box>
      {mayReply ? (
        <Stack
          component="form"
          spacing={1}
          onSubmit={submit}
          noValidate
          sx={{ p: 1.5, borderTop: 1, borderColor: "divider" }}
        >
          <Stack direction="row" spacing={1} role="group" aria-label={t`Quick answers`}>
            {QUICK.map((word) => (
              <Button
                key={word}
                size="small"
                variant="outlined"
                disabled={replying.isPending}
                onClick={() => send(word)}
              >
                {word}
              </Button>
            ))}
          </Stack>
          <TextField
            size="small"
            label={t`Answer as this phone`}
            value={text}
            onChange={({ target }) => setText(target.value)}
            slotProps={{ htmlInput: { maxLength: 1_600 } }}
          />
          <Button type="submit" variant="contained" disabled={text.trim() === "" || replying.isPending}>
            <Trans>Send</Trans>
          </Button>
        </Stack>
      ) : null}
    </Box>
  );
}
