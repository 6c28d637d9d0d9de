import { Plural, Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { checkQuery } from "@/features/messaging/campaigns/api/campaigns";

interface SummaryProps {
  campaignId: string;
  revision: number;
}

/**
 * Summarises the result of the check before sending: how many people get the campaign, and whether something is wrong.
 */
export function SendSummary({ campaignId, revision }: SummaryProps) {
  const check = useQuery(checkQuery(campaignId, revision)).data;
  return (
    <Stack spacing={1.5}>
      {check === undefined ? null : check.would_get === 0 ? (
        <Alert severity="warning">
          <Trans>Nobody will get it.</Trans>
        </Alert>
      ) : (
        <span>
          <Plural value={check.would_get} one="# person gets it." other="# people get it." />
        </span>
      )}
      {check?.findings.some((one) => one.severity === "error") ? (
        <Alert severity="error">
          <Trans>The check found errors in the text.</Trans>
        </Alert>
      ) : null}
      <span>
        <Trans>You can pause or cancel at any time. Messages already sent can’t be recalled.</Trans>
      </span>
    </Stack>
  );
}
