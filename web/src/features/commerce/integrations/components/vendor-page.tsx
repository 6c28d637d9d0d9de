import { t } from "@lingui/core/macro";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { IntegrationsPage } from "@/features/commerce/integrations/components/integrations-page";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { integrationsQuery } from "@/shared/integrations/integrations";

/** The connection to a vendor, or the form that creates it if there is none. */
export function VendorPage({ vendor }: { vendor: string }) {
  const query = useQuery(integrationsQuery);
  if (query.isPending) {
    return <Skeleton variant="rounded" height={320} aria-label={t`Loading the integration`} />;
  }
  if (isUnreadable(query)) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  const connected = query.data.connections.find((it) => it.vendor === vendor);
  return connected === undefined ? (
    <IntegrationsPage asked={vendor} />
  ) : (
    <Navigate to={paths.integration(connected.connection_id)} replace />
  );
}
