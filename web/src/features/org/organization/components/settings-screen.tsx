import { t } from "@lingui/core/macro";
import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import type { components } from "@/shared/api/schema";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState } from "@/shared/components/state-views";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

type Organization = components["schemas"]["OrganizationData"];

interface SettingsScreenProps {
  title: string;
  subtitle: string;
  /** What only admins can do here. The screen is closed to everyone else. */
  adminsOnly?: string;
  /** For content that is compared side by side. */
  isWide?: boolean;
  children: (organization: Organization, isAdmin: boolean) => ReactNode;
}

/** A screen of the settings, rendered once the organisation has loaded. */
export function SettingsScreen({ title, subtitle, adminsOnly, isWide = false, children }: SettingsScreenProps) {
  const { data } = useOrganizationData();
  if (data === undefined) {
    return null;
  }
  const isAdmin = reaches(data.role, "admin");
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      {adminsOnly === undefined || isAdmin ? (
        <Stack spacing={3} sx={{ maxWidth: isWide ? 1240 : 920 }}>
          {children(data, isAdmin)}
        </Stack>
      ) : (
        <Card sx={{ maxWidth: 920 }}>
          <EmptyState icon={<LockOutlinedIcon />} title={t`Admins only`} text={adminsOnly} />
        </Card>
      )}
    </>
  );
}
