import { t } from "@lingui/core/macro";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { slipQuery } from "@/features/content/slips/api/slips";
import type { Slip } from "@/features/content/slips/types";
import { isMissing } from "@/shared/api/errors";
import { isUnreadable } from "@/shared/api/unreadable";
import { PageHeader } from "@/shared/components/page-header";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";

interface SlipOfRouteProps {
  slipId: string;
  title: string;
  children: (slip: Slip) => ReactNode;
}

/** Loads the slip that the address names. */
export function SlipLoader({ slipId, title, children }: SlipOfRouteProps) {
  // The slip must not change while it is being designed.
  const slip = useQuery({ ...slipQuery(slipId), refetchOnWindowFocus: false, refetchOnReconnect: false });
  if (isUnreadable(slip)) {
    return (
      <>
        {isMissing(slip.error) ? null : <PageHeader title={title} />}
        <Card>
          <ErrorState
            error={slip.error}
            onRetry={() => void slip.refetch()}
            back={{ to: paths.slips, label: t`Slips` }}
          />
        </Card>
      </>
    );
  }
  if (slip.isPending) {
    return (
      <>
        <PageHeader title={title} />
        <Stack spacing={2}>
          <Skeleton variant="rounded" height={52} />
          <Skeleton variant="rounded" height={360} />
        </Stack>
      </>
    );
  }
  return children(slip.data);
}
