import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import Avatar from "@mui/material/Avatar";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NewOrganizationDialog } from "@/features/org/organization/components/new-organization-dialog";
import { OpenInvitations } from "@/features/org/organization/components/open-invitations";
import { Section } from "@/features/org/organization/components/section";
import { ErrorState } from "@/shared/components/state-views";
import { ownOrganizationsQuery, switchOrganization, useOrganization } from "@/shared/organization/organization";

/** The user's organisations, and invitations to others. */
export function OwnOrganizations() {
  const own = useQuery(ownOrganizationsQuery);
  const { org_id: current } = useOrganization();
  const [creating, setCreating] = useState(false);
  return (
    <>
      <OpenInvitations />
      <Section
        title={t`Organisations`}
        text={t`Each has its own codes, pages, members and analytics.`}
        action={
          <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setCreating(true)} sx={{ flexShrink: 0 }}>
            <Trans>Create organisation</Trans>
          </Button>
        }
      >
        {own.isPending ? <Skeleton variant="rounded" height={60} /> : null}
        {own.isError ? <ErrorState compact error={own.error} onRetry={() => void own.refetch()} /> : null}
        <Stack component="ul" sx={{ listStyle: "none", p: 0, m: 0 }}>
          {own.data?.map(({ org_id, org_name, organization_logo, role }) => (
            <Stack
              key={org_id}
              component="li"
              direction="row"
              sx={{ flexWrap: "wrap", gap: 1.5, alignItems: "center", py: 1.5, borderTop: 1, borderColor: "divider" }}
            >
              <Avatar variant="rounded" src={organization_logo || undefined} alt="" sx={{ width: 36, height: 36 }}>
                {org_name.slice(0, 1).toUpperCase()}
              </Avatar>
              <Typography variant="subtitle2" sx={{ flex: "1 1 10rem", minWidth: 0, overflowWrap: "anywhere" }}>
                {org_name}
              </Typography>
              <Chip size="small" variant="outlined" label={role} sx={{ textTransform: "capitalize" }} />
              {org_id === current ? (
                <Chip size="small" color="primary" label={t`Open now`} />
              ) : (
                <Button size="small" onClick={() => switchOrganization(org_id)} aria-label={t`Switch to ${org_name}`}>
                  <Trans>Switch</Trans>
                </Button>
              )}
            </Stack>
          ))}
        </Stack>
        {creating ? <NewOrganizationDialog onClose={() => setCreating(false)} /> : null}
      </Section>
    </>
  );
}
