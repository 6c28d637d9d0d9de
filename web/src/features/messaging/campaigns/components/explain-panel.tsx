import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { type Explained, explainQuery } from "@/features/messaging/campaigns/api/campaigns";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { type Customer, CustomerPicker } from "@/shared/customers/customer-picker";
import { formatDateTime } from "@/shared/format/dates";
import { languageName } from "@/shared/i18n/visitor-languages";
import { channelName, messageStateName, reasonName } from "@/shared/messages/words";

interface PanelProps {
  campaignId: string;
  revision: number;
  zone: string;
  /** Whether the campaign has started, so that the question is why a person got it or not. */
  isStarted: boolean;
}

/** The exact message that a person gets from a campaign, or why they get none. */
export function ExplainPanel({ campaignId, revision, zone, isStarted }: PanelProps) {
  const [customer, setCustomer] = useState<Customer | null>(null);
  return (
    <Card
      variant="outlined"
      sx={{ p: 2 }}
      component="section"
      aria-label={isStarted ? t`One person` : t`Preview for one person`}
    >
      <Typography variant="subtitle2" component="h2" sx={{ mb: 1.5 }}>
        {isStarted ? <Trans>Why did they get it, or not?</Trans> : <Trans>What does one person get?</Trans>}
      </Typography>
      <Box sx={{ maxWidth: 420 }}>
        <CustomerPicker
          value={customer}
          onChange={setCustomer}
          helperText={t`Search by name, number, email address or phone.`}
        />
      </Box>
      {customer === null ? null : (
        <Answer campaignId={campaignId} revision={revision} customer={customer} zone={zone} />
      )}
    </Card>
  );
}

interface AnswerProps {
  campaignId: string;
  revision: number;
  customer: Customer;
  zone: string;
}

function Answer({ campaignId, revision, customer, zone }: AnswerProps) {
  const explained = useQuery(explainQuery(campaignId, revision, customer.customer_id));
  if (explained.isPending) {
    return <Skeleton variant="rounded" height={96} sx={{ mt: 2 }} aria-busy="true" />;
  }
  if (explained.isError) {
    return <ErrorState compact error={explained.error} onRetry={() => void explained.refetch()} />;
  }
  const { outcome, channel, language, due_at } = explained.data;
  const isGood = outcome === "would_get" || outcome === "message";
  return (
    <Stack spacing={1.5} sx={{ mt: 2 }} role="status">
      <Alert severity={isGood ? "success" : "info"}>{verdictOf(explained.data)}</Alert>
      <Typography variant="body2" color="textSecondary">
        {[
          channel === null ? null : channelName(channel),
          language === "" ? null : languageName(language),
          due_at === null ? null : formatDateTime(due_at, zone),
        ]
          .filter((one) => one !== null)
          .join(" · ")}
      </Typography>
      <Words explained={explained.data} />
      <Link component={RouterLink} to={paths.customer(customer.customer_id)} variant="body2">
        <Trans>Open profile</Trans>
      </Link>
    </Stack>
  );
}

function Words({ explained: { subject, text, html } }: { explained: Explained }) {
  if (text === "" && html === "") {
    return null;
  }
  return (
    <Box>
      {subject === "" ? null : (
        <Typography variant="subtitle2" sx={{ overflowWrap: "anywhere" }}>
          {subject}
        </Typography>
      )}
      {html === "" ? (
        <Box
          sx={{
            bgcolor: "action.hover",
            borderRadius: 3,
            px: 2,
            py: 1.25,
            maxWidth: 420,
            whiteSpace: "pre-wrap",
            overflowWrap: "anywhere",
            typography: "body2",
          }}
        >
          {text}
        </Box>
      ) : (
        <iframe
          title={t`The email`}
          sandbox=""
          srcDoc={html}
          style={{ width: "100%", height: 320, border: 0, borderRadius: 8, background: "white" }}
        />
      )}
    </Box>
  );
}

function verdictOf({ outcome, state, reason }: Explained): string {
  const why = reason === "" ? null : reasonName(reason);
  switch (outcome) {
    case "would_get":
      return why === null ? t`They would get this message.` : t`They would get this message later: ${why}.`;
    case "message": {
      const got = messageStateName(state ?? "");
      return why === null ? t`Their message: ${got}.` : t`Their message: ${got} (${why}).`;
    }
    case "refused":
      return t`They don’t get it: ${why ?? ""}.`;
    case "not_in_audience":
      return t`They are not in the audience.`;
    case "waits_for_winner":
      return t`They wait for the winning version.`;
    case "over":
      return t`They were not in the audience while the campaign ran.`;
  }
}
