import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Section } from "@/features/org/organization/components/section";
import { answerOf, api } from "@/shared/api/client";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";

const SHOWN = 10;

/** Messages that were stored instead of sent, because no provider is configured. */
export function SandboxMessages({ zone }: { zone: string }) {
  const messages = useQuery({
    queryKey: ["sandbox-messages"],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/get-sandbox-messages", { body: { page: 1, pageSize: SHOWN }, signal })),
  });
  if (isUnreadable(messages)) {
    return (
      <Section title={t`Sandbox messages`} text={t`Messages that were not sent because no provider is configured.`}>
        <ErrorState compact error={messages.error} onRetry={() => void messages.refetch()} />
      </Section>
    );
  }
  if (messages.data === undefined || messages.data.total === 0) {
    return null;
  }
  return (
    <Section
      title={t`Sandbox messages`}
      text={t`No text message provider is configured. Unsent messages are kept here for a week.`}
    >
      <List dense disablePadding>
        {messages.data.items.map((message) => (
          <ListItem key={message.message_id} disableGutters divider>
            <ListItemText
              primary={message.body}
              sx={{ overflowWrap: "anywhere" }}
              secondary={
                <Box component="span" sx={{ display: "inline-flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
                  <Chip component="span" size="small" label={t`Sandbox`} /> {message.recipient},{" "}
                  {formatDateTime(message.created_at, zone)}
                </Box>
              }
            />
          </ListItem>
        ))}
      </List>
      <Button component={Link} to={paths.sandbox} sx={{ mt: 1 }}>
        <Trans>Open the sandbox</Trans>
      </Button>
    </Section>
  );
}
