import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import QrCodeScannerIcon from "@mui/icons-material/QrCodeScanner";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { analyticsQuery } from "@/features/insights/analytics/api/get-analytics";
import type { Filters } from "@/features/insights/analytics/filters";
import { EmptyState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

/**
 * Returns whether nothing has ever happened to the organisation's codes, or to one of them. Checked only if a range is
 * empty, and undefined until the check is done.
 */
export function useIsNew(filters: Filters, rangeIsEmpty: boolean): boolean | undefined {
  const ever = useQuery({
    ...analyticsQuery({
      interval: "all",
      filters: { ...filters } as Record<string, string[]>,
      group_by: [],
      include_bots: true,
    }),
    placeholderData: undefined,
    enabled: rangeIsEmpty,
  });
  if (!rangeIsEmpty || ever.isError) {
    return false;
  }
  return ever.data && ever.data.totals.scans === 0 && ever.data.totals.views === 0;
}

/** A dashboard without any data: what it will show, and how to start. */
export function EmptyDashboard({ codeId, withChildren }: { codeId: string | undefined; withChildren: boolean }) {
  const { role } = useOrganization();
  const begin =
    codeId !== undefined ? (
      <Button component={Link} to={paths.showCode(codeId)} variant="contained">
        <Trans>View code</Trans>
      </Button>
    ) : reaches(role, "editor") ? (
      <Button component={Link} to={paths.createCode} variant="contained">
        <Trans>Create a code</Trans>
      </Button>
    ) : undefined;
  return (
    <Card>
      <EmptyState
        icon={<QrCodeScannerIcon />}
        title={
          codeId === undefined
            ? t`No scans yet`
            : withChildren
              ? t`This code and its child codes have no scans yet`
              : t`This code has no scans yet`
        }
        text={t`Analytics appear here within seconds of the first scan.`}
        action={begin}
      />
    </Card>
  );
}
