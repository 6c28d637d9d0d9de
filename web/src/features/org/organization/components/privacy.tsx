import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import { Link } from "react-router";
import { ErasePerson } from "@/features/org/organization/components/erase-person";
import { ErasuresList } from "@/features/org/organization/components/erasures-list";
import { EventRetention } from "@/features/org/organization/components/event-retention";
import { VisitorConsent } from "@/features/org/organization/components/visitor-consent";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** When to remember visitors, whom to forget, and how long events are kept. */
export function Privacy() {
  const { data } = useOrganizationData();
  if (data === undefined) {
    return null;
  }
  return (
    <>
      <PageHeader
        title="Privacy"
        subtitle="Visitor consent, personal data erasure and event retention."
        actions={
          <Button component={Link} to={paths.profile} variant="outlined" startIcon={<ArrowBackIcon />}>
            Profile
          </Button>
        }
      />
      {reaches(data.role, "admin") ? (
        <Stack spacing={3} sx={{ maxWidth: 920 }}>
          <VisitorConsent key={data.visitor_consent} mode={data.visitor_consent} />
          <ErasePerson />
          <ErasuresList zone={data.time_zone} />
          <EventRetention key={data.retention_months} months={data.retention_months ?? 0} />
        </Stack>
      ) : (
        <Card sx={{ maxWidth: 920 }}>
          <EmptyState
            icon={<LockOutlinedIcon />}
            title="Admins only"
            text="Ask an admin to change visitor consent, erase a person or change event retention."
          />
        </Card>
      )}
    </>
  );
}
