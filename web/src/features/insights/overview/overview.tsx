import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Attention } from "@/features/insights/overview/attention";
import { Checklist } from "@/features/insights/overview/checklist";
import { pagesQuery, recentCodesQuery, todayQuery } from "@/features/insights/overview/queries";
import { RecentCodes } from "@/features/insights/overview/recent-codes";
import { Today } from "@/features/insights/overview/today";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** The first screen after login: today's numbers, what needs attention, and the latest codes and pages. */
export function Overview() {
  const { data } = useOrganizationData();
  const mayEdit = data !== undefined && reaches(data.role, "editor");
  const codes = useQuery({ ...recentCodesQuery, enabled: mayEdit });
  const pages = useQuery({ ...pagesQuery, enabled: mayEdit });
  usePrefetchQuery(todayQuery);
  if (data === undefined) {
    return null;
  }
  // Until then it is unknown whether the checklist is shown above the rest.
  const isPending = [codes, pages].some((query) => query.isLoading && query.failureCount === 0);
  return (
    <>
      <PageHeader
        title={t`Home`}
        subtitle={t`Today at ${data.org_name}`}
        actions={
          mayEdit ? (
            <Button component={Link} to={paths.createCode} variant="contained" startIcon={<AddIcon />}>
              <Trans>Create a code</Trans>
            </Button>
          ) : undefined
        }
      />
      {isPending ? (
        <Skeleton variant="rounded" height={480} aria-busy="true" />
      ) : (
        <Stack spacing={3}>
          {mayEdit ? <Checklist organization={data} /> : null}
          <Today />
          <Box sx={{ display: "grid", gap: 3, gridTemplateColumns: { md: "1fr 1fr" }, alignItems: "start" }}>
            <Attention />
            <RecentCodes zone={data.time_zone} />
          </Box>
        </Stack>
      )}
    </>
  );
}
