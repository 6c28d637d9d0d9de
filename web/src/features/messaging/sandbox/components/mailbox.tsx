import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mailsQuery, type SandboxMail, useUnsubscribe } from "@/features/messaging/sandbox/api/sandbox";
import { handleResult } from "@/shared/api/handle-result";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";

/** A mailbox as its owner sees it: the latest emails, and the open one. */
export function Mailbox({ address, zone }: { address: string; zone: string }) {
  const mails = useQuery(mailsQuery(address));
  const [opened, setOpened] = useState<string | null>(null);
  if (mails.isError) {
    return <ErrorState error={mails.error} onRetry={() => void mails.refetch()} />;
  }
  if (mails.isPending) {
    return <Skeleton variant="rounded" height={320} aria-busy="true" />;
  }
  const mail = mails.data.items.find((one) => one.message_id === opened) ?? mails.data.items[0];
  return (
    <Card component="section" aria-label={t`Mailbox ${address}`}>
      <Box
        tabIndex={0}
        role="region"
        aria-label={t`Emails`}
        sx={{ maxHeight: 200, overflowY: "auto", borderBottom: 1, borderColor: "divider" }}
      >
        <List disablePadding dense>
          {mails.data.items.map((one) => (
            <ListItem key={one.message_id} disablePadding>
              <ListItemButton
                selected={one.message_id === mail?.message_id}
                aria-current={one.message_id === mail?.message_id ? "true" : undefined}
                onClick={() => setOpened(one.message_id)}
              >
                <ListItemText
                  primary={one.subject || t`(No subject)`}
                  secondary={formatDateTime(one.created_at, zone)}
                  sx={{ overflowWrap: "anywhere" }}
                />
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      </Box>
      {mail === undefined ? null : <MailView key={mail.message_id} mail={mail} />}
    </Card>
  );
}

function MailView({ mail }: { mail: SandboxMail }) {
  const unsubscribing = useUnsubscribe();
  const toasts = useToasts();
  const [isText, setText] = useState(mail.html === "");
  return (
    <Box sx={{ p: 2 }}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: "center", flexWrap: "wrap" }}>
        <Typography variant="h6" component="h2" sx={{ flex: 1, minWidth: 160, overflowWrap: "anywhere" }}>
          {mail.subject || t`(No subject)`}
        </Typography>
        {mail.unsubscribe_url === "" ? null : (
          <Button
            size="small"
            variant="outlined"
            disabled={unsubscribing.isPending}
            onClick={() =>
              handleResult(unsubscribing.mutateAsync(mail.unsubscribe_url), {
                onSuccess: () => toasts.success(t`Unsubscribed, as the button of an email app does.`),
                onError: () => toasts.error(t`The unsubscribe call failed.`),
              })
            }
          >
            <Trans>Unsubscribe</Trans>
          </Button>
        )}
      </Stack>
      {mail.html === "" ? null : (
        <Tabs
          value={isText ? "text" : "html"}
          onChange={(_, next: string) => setText(next === "text")}
          aria-label={t`Version of the email`}
          sx={{ mb: 1 }}
        >
          <Tab value="html" label={t`HTML`} />
          <Tab value="text" label={t`Text`} />
        </Tabs>
      )}
      {isText ? (
        <Typography variant="body2" component="div" sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {mail.body}
        </Typography>
      ) : (
        <iframe
          title={t`The email`}
          // No scripts and no access to our origin. Links open in a window of their own.
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={`<base target="_blank">${mail.html}`}
          style={{ width: "100%", height: 480, border: 0, borderRadius: 8, background: "white" }}
        />
      )}
    </Box>
  );
}
