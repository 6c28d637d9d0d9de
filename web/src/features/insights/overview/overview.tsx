import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { Link } from "react-router";
import { Attention } from "@/features/insights/overview/attention";
import { Checklist } from "@/features/insights/overview/checklist";
import { RecentCodes } from "@/features/insights/overview/recent-codes";
import { Today } from "@/features/insights/overview/today";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** The first screen after login: today, what needs attention, and what was made last. */
export function Overview() {
  const { data } = useOrganizationData();
  if (data === undefined) {
    return null;
  }
  const mayEdit = reaches(data.role, "editor");
  return (
    <>
      <PageHeader
        title="Home"
        subtitle={t`Today at ${data.org_name}`}
        actions={
          mayEdit ? (
            <Button component={Link} to={paths.createCode} variant="contained" startIcon={<AddIcon />}>
              <Trans>Create a code</Trans>
            </Button>
          ) : undefined
        }
      />
      <Stack spacing={3}>
        {mayEdit ? <Checklist organization={data} /> : null}
        <Today />
        <Box sx={{ display: "grid", gap: 3, gridTemplateColumns: { md: "1fr 1fr" }, alignItems: "start" }}>
          <Attention />
          <RecentCodes zone={data.time_zone} />
        </Box>
      </Stack>
    </>
  );
}
