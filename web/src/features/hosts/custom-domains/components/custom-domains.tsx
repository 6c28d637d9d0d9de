import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import LanguageIcon from "@mui/icons-material/Language";
import Alert from "@mui/material/Alert";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AddDomain } from "@/features/hosts/custom-domains/components/add-domain";
import { DomainCard } from "@/features/hosts/custom-domains/components/domain-card";
import { NotFoundLog } from "@/features/hosts/custom-domains/components/not-found-log";
import { RemoveDomainDialog } from "@/features/hosts/custom-domains/components/remove-domain-dialog";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { type Domain, domainsQuery } from "@/shared/domains/domains";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** The custom domains of the organisation: the list, the verification of each, and the default for codes. */
export function CustomDomains() {
  const { data: organization } = useOrganizationData();
  const domains = useQuery(domainsQuery);
  const [removing, setRemoving] = useState<Domain | null>(null);
  if (organization === undefined) {
    return null;
  }
  const mayEdit = reaches(organization.role, "admin");
  return (
    <>
      <PageHeader title={t`Custom domains`} subtitle={t`Use your own domain in the links of your codes.`} />
      <Stack spacing={3} sx={{ maxWidth: 920 }}>
        {mayEdit ? <AddDomain isFull={domains.data !== undefined && domains.data.total >= domains.data.most} /> : null}
        {mayEdit ? null : (
          <Alert severity="info">
            <Trans>Only admins can add and change domains.</Trans>
          </Alert>
        )}
        {domains.isPending ? <Skeleton variant="rounded" height={160} aria-label={t`Loading your domains`} /> : null}
        {domains.isError ? <ErrorState error={domains.error} onRetry={() => void domains.refetch()} /> : null}
        {domains.data?.total === 0 ? (
          <Card>
            <EmptyState
              icon={<LanguageIcon />}
              title={t`No custom domains yet`}
              text={t`Your codes use ${domains.data.product_host}. Add your own: people trust links they recognise.`}
            />
          </Card>
        ) : null}
        {domains.data?.items.map((domain) => (
          <DomainCard
            key={domain.domain_id}
            domain={domain}
            zone={organization.time_zone}
            mayEdit={mayEdit}
            productHost={domains.data.product_host}
            onRemove={() => setRemoving(domain)}
          />
        ))}
        {domains.data?.items.some(({ is_proven }) => is_proven) === true ? (
          <NotFoundLog zone={organization.time_zone} mayEdit={reaches(organization.role, "editor")} />
        ) : null}
      </Stack>
      <RemoveDomainDialog domain={removing} onClose={() => setRemoving(null)} />
    </>
  );
}
