import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { consentsQuery, type Entry, type Standing, useSaveProof } from "@/features/people/consents/api/consents";
import { RecordConsentDialog } from "@/features/people/consents/components/record-consent-dialog";
import { entryText, standingText } from "@/features/people/consents/consent-texts";
import { isUnreadable } from "@/shared/api/unreadable";
import { CHANNELS, PURPOSES } from "@/shared/consents/topics";
import { handleResult } from "@/shared/api/handle-result";
import { CopyButton } from "@/shared/components/copy-button";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatDate, formatDateTime } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";
import { formatCount } from "@/shared/format/numbers";

const SHOWN = 5;

interface CustomerConsentsProps {
  customerId: string;
  mayEdit: boolean;
}

/** A customer's consents and refusals by channel, with the history from which they result. */
export function CustomerConsents({ customerId, mayEdit }: CustomerConsentsProps) {
  const zone = useOrganizationData().data?.time_zone;
  const consents = useQuery(consentsQuery(customerId));
  const proof = useSaveProof(customerId);
  const toasts = useToasts();
  const [isRecording, setRecording] = useState(false);
  const [isWhole, setWhole] = useState(false);
  if (consents.isPending) {
    return <Skeleton variant="rounded" height={120} />;
  }
  if (isUnreadable(consents)) {
    return <ErrorState compact error={consents.error} onRetry={() => void consents.refetch()} />;
  }
  const { standings, entries, preference_url } = consents.data;
  const save = (format: "json" | "pdf") => handleResult(proof.mutateAsync(format), { onError: toasts.error });
  return (
    <Stack spacing={2}>
      {standings.length === 0 ? (
        <Typography color="textSecondary">
          <Trans>No address or number, and nothing recorded.</Trans>
        </Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
          {standings.map((standing) => (
            <StandingRow key={`${standing.channel} ${standing.purpose}`} standing={standing} zone={zone} />
          ))}
        </Box>
      )}
      {mayEdit ? (
        <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1 }}>
          <Button variant="outlined" onClick={() => setRecording(true)}>
            <Trans>Record</Trans>
          </Button>
          {preference_url === null ? null : <CopyButton text={preference_url} label={t`Copy preference link`} />}
          <Button onClick={() => save("pdf")} disabled={proof.isPending}>
            <Trans>Proof as PDF</Trans>
          </Button>
          <Button onClick={() => save("json")} disabled={proof.isPending}>
            JSON
          </Button>
        </Stack>
      ) : null}
      {entries.length > 0 ? (
        <div>
          <Typography variant="subtitle2" component="h3">
            <Trans>History</Trans>
          </Typography>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
            {(isWhole ? entries : entries.slice(0, SHOWN)).map((entry) => (
              <EntryRow key={entry.entry_id} entry={entry} zone={zone} />
            ))}
          </Box>
          {!isWhole && entries.length > SHOWN ? (
            <Button size="small" onClick={() => setWhole(true)}>
              {t`Show all ${formatCount(entries.length)}`}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isRecording ? <RecordConsentDialog customerId={customerId} onDone={() => setRecording(false)} /> : null}
    </Stack>
  );
}

function StandingRow({ standing, zone }: { standing: Standing; zone: string | undefined }) {
  const { channel, purpose, since, may_contact, reason } = standing;
  const isAllowed = may_contact || reason === "quiet_hours";
  return (
    <Stack
      component="li"
      direction="row"
      useFlexGap
      sx={{ py: 1, gap: 1, alignItems: "center", flexWrap: "wrap", borderTop: 1, borderColor: "divider" }}
    >
      <Box sx={{ flex: "1 1 8rem", minWidth: 0 }}>
        <Typography variant="body2">{t(CHANNELS[channel])}</Typography>
        <Typography variant="caption" color="textSecondary">
          {since === null ? t(PURPOSES[purpose]) : t`${t(PURPOSES[purpose])}, since ${formatDate(since, zone)}`}
        </Typography>
      </Box>
      <Chip
        size="small"
        variant={isAllowed ? "filled" : "outlined"}
        color={isAllowed ? "success" : "default"}
        label={standingText(standing)}
      />
    </Stack>
  );
}

function EntryRow({ entry, zone }: { entry: Entry; zone: string | undefined }) {
  const topic = [t(CHANNELS[entry.channel]), t(PURPOSES[entry.purpose])].join(": ");
  const remarks = [topic, formatDateTime(entry.decided_at, zone), entry.member, entry.reason];
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: "divider", overflowWrap: "anywhere" }}>
      <Typography variant="body2">{entryText(entry)}</Typography>
      <Typography variant="caption" color="textSecondary" component="p">
        {remarks.filter(Boolean).join(" · ")}
      </Typography>
      {entry.text === null ? null : (
        <Typography variant="caption" component="blockquote" sx={QUOTE} dir="auto">
          {entry.text}
        </Typography>
      )}
    </Box>
  );
}

const QUOTE = {
  m: 0,
  mt: 0.5,
  pl: 1.5,
  display: "block",
  borderLeft: 2,
  borderColor: "divider",
  whiteSpace: "pre-line",
} as const;
