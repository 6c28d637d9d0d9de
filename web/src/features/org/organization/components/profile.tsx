import LanguageIcon from "@mui/icons-material/Language";
import PrivacyTipOutlinedIcon from "@mui/icons-material/PrivacyTipOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { Link } from "react-router";
import { EmailAlerts } from "@/features/org/organization/components/email-alerts";
import { ApiKeys } from "@/features/org/organization/components/api-keys";
import { OrganizationSettings } from "@/features/org/organization/components/organization-settings";
import { People } from "@/features/org/organization/components/people";
import { SandboxMessages } from "@/features/org/organization/components/sandbox-messages";
import { Section } from "@/features/org/organization/components/section";
import { DataExport } from "@/features/org/organization/components/data-export";
import { You } from "@/features/org/organization/components/you";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** Oneself, one's organisation, its people and its keys. */
export function Profile() {
  const { data } = useOrganizationData();
  if (data === undefined) {
    return null;
  }
  const isAdmin = reaches(data.role, "admin");
  return (
    <>
      <PageHeader title="Profile" subtitle={`You and ${data.org_name}`} />
      <Stack spacing={3} sx={{ maxWidth: 920 }}>
        <You role={data.role} />
        <OrganizationSettings organization={data} mayEdit={isAdmin} />
        <EmailAlerts isOn={data.alerts_by_mail} mayEdit={isAdmin} />
        <Section
          title="Custom domains"
          text="Use your own domain in the links of your codes."
          action={
            <Button
              component={Link}
              to={paths.domains}
              variant="outlined"
              startIcon={<LanguageIcon />}
              sx={{ flexShrink: 0 }}
            >
              Open domains
            </Button>
          }
        />
        <People ownRole={data.role} zone={data.time_zone} />
        {isAdmin ? <ApiKeys ownRole={data.role} zone={data.time_zone} /> : null}
        {isAdmin ? (
          <Section
            title="Privacy"
            text="Visitor consent, personal data erasure and event retention."
            action={
              <Button
                component={Link}
                to={paths.privacy}
                variant="outlined"
                startIcon={<PrivacyTipOutlinedIcon />}
                sx={{ flexShrink: 0 }}
              >
                Open privacy
              </Button>
            }
          />
        ) : null}
        {isAdmin ? <DataExport /> : null}
        {isAdmin ? <SandboxMessages zone={data.time_zone} /> : null}
      </Stack>
    </>
  );
}
