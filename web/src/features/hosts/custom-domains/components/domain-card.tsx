import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { useCheckDomain, useUpdateDomain } from "@/features/hosts/custom-domains/api/domains";
import { DomainAddress } from "@/features/hosts/custom-domains/components/domain-address";
import { VerificationSteps } from "@/features/hosts/custom-domains/components/verification-steps";
import { codesText } from "@/features/hosts/custom-domains/texts";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import type { Domain } from "@/shared/domains/domains";
import { formatDateTime } from "@/shared/format/dates";

interface DomainCardProps {
  domain: Domain;
  zone: string;
  mayEdit: boolean;
  productHost: string;
  onRemove: () => void;
}

/** One domain: whether it is verified, how to verify it, and what it is used for. */
export function DomainCard({ domain, zone, mayEdit, productHost, onRemove }: DomainCardProps) {
  const titleId = useId();
  const check = useCheckDomain();
  const update = useUpdateDomain();
  const toasts = useToasts();
  const isLost = domain.lost_at !== null;
  const verify = () => {
    handleResult(check.mutateAsync(domain.domain_id), {
      onSuccess: (checked) => {
        // A verified domain stays so for now, even if this check failed. The card shows the failure.
        if (checked.is_proven && checked.problem === null) {
          toasts.success(t`${checked.shown_host} is verified`);
        }
      },
      onError: toasts.error,
    });
  };
  const choose = (isDefault: boolean) => {
    handleResult(update.mutateAsync({ domain_id: domain.domain_id, is_default: isDefault }), {
      onSuccess: () =>
        toasts.success(isDefault ? t`Codes now use ${domain.shown_host}` : t`Codes now use ${productHost}`),
      onError: toasts.error,
    });
  };
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: { xs: 2, sm: 3 } }}>
      <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1, alignItems: "center", mb: 0.5 }}>
        <Typography id={titleId} variant="h5" component="h2" sx={{ overflowWrap: "anywhere", mr: 1 }}>
          {domain.shown_host}
        </Typography>
        <StateChip domain={domain} />
        {domain.is_default ? <Chip size="small" variant="outlined" label={t`Default`} /> : null}
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {domain.is_proven ? `${codesText(domain.codes)} · ` : ""}
        {domain.checked_at === null ? t`Not checked yet` : t`Checked ${formatDateTime(domain.checked_at, zone)}`}
      </Typography>
      <Stack spacing={2}>
        {isLost ? (
          <Alert severity="warning">
            <Trans>
              Verification has failed since {formatDateTime(domain.lost_at ?? "", zone)}. Printed codes keep working.
            </Trans>{" "}
            {domain.problem}
          </Alert>
        ) : null}
        {domain.is_proven && !isLost && domain.problem !== null ? (
          <Alert severity="warning">
            <Trans>
              {domain.problem} The domain stays verified for now, and printed codes keep working. We check again every
              night.
            </Trans>
          </Alert>
        ) : null}
        {!domain.is_proven && domain.problem !== null ? (
          <Alert severity="warning">
            <Trans>{domain.problem} A new record can take a few minutes to become visible.</Trans>
          </Alert>
        ) : null}
        {domain.is_proven && !isLost ? null : <VerificationSteps domain={domain} />}
        {domain.is_proven ? (
          <>
            <FormControlLabel
              control={
                <Switch
                  checked={update.isPending ? (update.variables.is_default ?? domain.is_default) : domain.is_default}
                  disabled={!mayEdit || update.isPending}
                  onChange={(_, isDefault) => choose(isDefault)}
                />
              }
              label={t`Default domain for codes`}
            />
            <DomainAddress key={`home ${domain.home_url}`} field="home_url" domain={domain} mayEdit={mayEdit} />
            <DomainAddress
              key={`unknown ${domain.unknown_url}`}
              field="unknown_url"
              domain={domain}
              mayEdit={mayEdit}
            />
          </>
        ) : null}
        {mayEdit ? (
          <Box sx={{ display: "flex", gap: 1.5, justifyContent: "flex-end", flexWrap: "wrap" }}>
            <Button color="error" onClick={onRemove} aria-label={t`Remove ${domain.shown_host}`}>
              <Trans>Remove</Trans>
            </Button>
            <Button
              variant={domain.is_proven && !isLost ? "outlined" : "contained"}
              disabled={check.isPending}
              onClick={verify}
              aria-label={t`Check now: ${domain.shown_host}`}
            >
              {check.isPending ? t`Checking…` : t`Check now`}
            </Button>
          </Box>
        ) : null}
      </Stack>
    </Card>
  );
}

function StateChip({ domain }: { domain: Domain }) {
  if (!domain.is_proven) {
    return <Chip size="small" variant="outlined" label={t`Not verified`} />;
  }
  return domain.lost_at === null ? (
    <Chip size="small" variant="outlined" color="success" label={t`Verified`} />
  ) : (
    <Chip size="small" variant="outlined" color="warning" label={t`Verification failed`} />
  );
}
