import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import PersonOffOutlinedIcon from "@mui/icons-material/PersonOffOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Erasure, erasuresQuery, useErase } from "@/features/org/organization/api/erasures";
import { Section } from "@/features/org/organization/components/section";
import { receiptOf } from "@/features/org/organization/erasures";
import { ListPages } from "@/shared/components/list-pages";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";

const PAGE_SIZE = 10;
const SUBJECTS = { customer: msg`A customer`, visitor: msg`A visitor` } as const;
const STATES = {
  asked: { label: msg`In progress`, color: "info" },
  done: { label: msg`Erased`, color: "success" },
  failed: { label: msg`Incomplete`, color: "error" },
} as const;

/** Erasures and their results, without the persons concerned. */
export function ErasuresList({ zone }: { zone: string }) {
  const [page, setPage] = useState(1);
  const erasures = useQuery(erasuresQuery(page, PAGE_SIZE));
  return (
    <Section
      title={t`Erasures`}
      text={t`Who requested it, when, and how much was erased. The person’s identity is not stored.`}
    >
      {erasures.isPending ? <Skeleton variant="rounded" height={120} /> : null}
      {erasures.isError ? <ErrorState compact error={erasures.error} onRetry={() => void erasures.refetch()} /> : null}
      {erasures.data?.total === 0 ? (
        <EmptyState
          compact
          icon={<PersonOffOutlinedIcon />}
          title={t`No erasures yet`}
          text={t`Erasures are listed here with a receipt.`}
        />
      ) : null}
      <Stack component="ul" aria-label={t`Erasures`} sx={{ listStyle: "none", p: 0, m: 0 }}>
        {erasures.data?.items.map((erasure) => (
          <ErasureRow key={erasure.erasure_id} erasure={erasure} zone={zone} />
        ))}
      </Stack>
      <ListPages total={erasures.data?.total} pageSize={PAGE_SIZE} page={page} onPage={setPage} />
    </Section>
  );
}

function requestedText({ author, asked_at, finished_at }: Erasure, zone: string): string {
  const at = formatDateTime(asked_at, zone);
  const requested = author ? t`Requested by ${author}, ${at}` : t`Requested ${at}`;
  return finished_at ? t`${requested} · done ${formatDateTime(finished_at, zone)}` : requested;
}

function ErasureRow({ erasure, zone }: { erasure: Erasure; zone: string }) {
  const again = useErase();
  const toasts = useToasts();
  const { label, color } = STATES[erasure.state];
  const retry = async () => {
    try {
      await again.mutateAsync({ erasure_id: erasure.erasure_id });
    } catch (error) {
      toasts.error(error);
    }
  };
  return (
    <Box
      component="li"
      sx={{
        display: "flex",
        flexWrap: "wrap",
        gap: 1.5,
        alignItems: "center",
        py: 1.5,
        borderTop: 1,
        borderColor: "divider",
      }}
    >
      <Box sx={{ flex: "1 1 14rem", minWidth: 0 }}>
        <Typography variant="subtitle2">{t(SUBJECTS[erasure.subject])}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {requestedText(erasure, zone)}
        </Typography>
        {erasure.reason === null ? null : (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            {t`Reason: ${erasure.reason}`}
          </Typography>
        )}
        {erasure.state === "asked" ? null : (
          <Typography variant="body2" color="textSecondary">
            {erasure.state === "failed" ? t`The erasure is incomplete. Continue to finish it.` : receiptOf(erasure)}
          </Typography>
        )}
      </Box>
      <Chip size="small" variant="outlined" color={color} label={t(label)} />
      {erasure.state === "failed" ? (
        <Button size="small" disabled={again.isPending} onClick={() => void retry()}>
          <Trans>Continue</Trans>
        </Button>
      ) : null}
    </Box>
  );
}
