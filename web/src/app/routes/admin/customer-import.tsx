import { t } from "@lingui/core/macro";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { importQuery } from "@/features/people/customers/api/imports";
import { ImportScreen } from "@/features/people/customers/components/import-screen";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { importId = "" } = useParams();
  const { role } = useOrganization();
  const detail = useQuery(importQuery(importId));
  if (detail.isPending) {
    return <Skeleton variant="rounded" height={320} aria-busy="true" />;
  }
  if (isUnreadable(detail)) {
    return (
      <ErrorState
        title={t`This import couldn’t be loaded`}
        error={detail.error}
        onRetry={() => void detail.refetch()}
        back={{ to: paths.importCustomers, label: t`Imports` }}
      />
    );
  }
  return <ImportScreen key={importId} detail={detail.data} role={role} />;
}
