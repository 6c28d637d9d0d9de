import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import BadgeIcon from "@mui/icons-material/BadgeOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Certificate, certificatesQuery } from "@/features/wallet/certificates/api/certificates";
import { SaveCertificateDialog } from "@/features/wallet/certificates/components/save-certificate-dialog";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { formatDate, isPast } from "@/shared/format/dates";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** The certificates that sign passes, with their expiry, and the upload of new ones. */
export function CertificateSettings() {
  const { data: organization } = useOrganizationData();
  const certificates = useQuery(certificatesQuery);
  const [isSaving, setSaving] = useState(false);
  if (organization === undefined) {
    return null;
  }
  const mayEdit = reaches(organization.role, "admin");
  const items = certificates.data?.items;
  const isDevelopment = items?.[0]?.is_development !== false;
  return (
    <>
      <PageHeader
        title={t`Wallet`}
        subtitle={t`Signs your passes for Apple Wallet.`}
        actions={
          mayEdit ? (
            <Button variant="contained" onClick={() => setSaving(true)}>
              <Trans>Upload certificate</Trans>
            </Button>
          ) : null
        }
      />
      <Stack spacing={2} sx={{ maxWidth: 920 }}>
        {mayEdit ? null : (
          <Alert severity="info">
            <Trans>Only admins can upload certificates.</Trans>
          </Alert>
        )}
        {items !== undefined && isDevelopment ? (
          <Alert severity="warning">
            <Trans>
              Passes are signed for development only: phones reject them, and changes are not pushed. Upload a Pass Type
              ID certificate from your Apple developer account.
            </Trans>
          </Alert>
        ) : null}
        {certificates.isPending ? <Skeleton variant="rounded" height={96} aria-busy="true" /> : null}
        {certificates.isError ? (
          <ErrorState error={certificates.error} onRetry={() => void certificates.refetch()} />
        ) : null}
        {items?.length === 0 ? (
          <Card>
            <EmptyState
              icon={<BadgeIcon />}
              title={t`No certificate yet`}
              text={t`Your first pass creates one for development.`}
            />
          </Card>
        ) : null}
        {items !== undefined && items.length > 0 ? (
          <Stack component="ul" spacing={1.5} sx={{ listStyle: "none", m: 0, p: 0 }}>
            {items.map((one) => (
              <CertificateRow key={one.passTypeIdentifier} certificate={one} zone={organization.time_zone} />
            ))}
          </Stack>
        ) : null}
      </Stack>
      {isSaving ? <SaveCertificateDialog onClose={() => setSaving(false)} /> : null}
    </>
  );
}

function CertificateRow({ certificate, zone }: { certificate: Certificate; zone: string }) {
  const day = formatDate(certificate.expires_at, zone);
  const isOver = isPast(certificate.expires_at);
  return (
    <Card component="li" sx={{ p: 2, display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" }}>
      <Box sx={{ flex: "1 1 16rem", minWidth: 0 }}>
        <Typography variant="h6" component="h2" sx={{ overflowWrap: "anywhere" }}>
          {certificate.passTypeIdentifier}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {isOver ? t`Expired on ${day}` : t`Valid until ${day}`} · {t`Team ${certificate.teamIdentifier}`}
        </Typography>
      </Box>
      <Stack direction="row" sx={{ flexWrap: "wrap", gap: 0.5 }}>
        {certificate.signs_new_passes ? <Chip size="small" color="primary" label={t`Signs new passes`} /> : null}
        {certificate.is_development ? <Chip size="small" variant="outlined" label={t`Development`} /> : null}
        {isOver ? (
          <Chip size="small" color="error" label={t`Expired: upload a renewed one`} />
        ) : certificate.expires_soon ? (
          <Chip size="small" color="warning" label={t`Expires soon: renew it at Apple`} />
        ) : null}
      </Stack>
    </Card>
  );
}
