import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Grid from "@mui/material/Grid";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { ConnectDialog } from "@/features/commerce/integrations/components/connect-dialog";
import { HealthChip } from "@/features/commerce/integrations/components/health-chip";
import { VendorMark } from "@/features/commerce/integrations/components/vendor-mark";
import { VENDOR_TEXTS } from "@/features/commerce/integrations/vendor-texts";
import { PageHeader } from "@/shared/components/page-header";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { integrationsQuery, type Vendor } from "@/shared/integrations/integrations";
import { reaches, useOrganization } from "@/shared/organization/organization";

interface IntegrationsPageProps {
  /** A vendor whose form opens at once. */
  asked?: string;
}

/** The connections with their state, and the vendors that can be connected. */
export function IntegrationsPage({ asked }: IntegrationsPageProps) {
  const { role } = useOrganization();
  const mayEdit = reaches(role, "admin");
  const query = useQuery(integrationsQuery);
  const [chosen, setChosen] = useState<string | null>(asked ?? null);
  const connections = query.data?.connections ?? [];
  const vendors = query.data?.vendors ?? [];
  const titles = new Map(vendors.map(({ vendor, title }) => [vendor, title]));
  const connecting = vendors.find(({ vendor }) => vendor === chosen);
  return (
    <>
      <PageHeader title={t`Integrations`} subtitle={t`Send what happens here to the other tools you use.`} />
      {mayEdit ? null : (
        <Alert severity="info" sx={{ mb: 3 }}>
          <Trans>Only admins can connect and change integrations.</Trans>
        </Alert>
      )}
      {query.isPending ? <Skeleton variant="rounded" height={200} aria-label={t`Loading integrations`} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {connections.length > 0 ? (
        <Section title={t`Connected`}>
          {connections.map(({ connection_id, vendor, name, account, health }) => (
            <Grid key={connection_id} size={{ xs: 12, sm: 6, lg: 4 }}>
              <Card sx={{ height: "100%" }}>
                <CardActionArea component={Link} to={paths.integration(connection_id)} sx={{ p: 2, height: "100%" }}>
                  <Stack direction="row" spacing={2} sx={{ alignItems: "flex-start" }}>
                    <VendorMark title={titles.get(vendor) ?? vendor} />
                    <Stack sx={{ minWidth: 0, flex: 1 }}>
                      <Typography component="h3" variant="subtitle1" sx={{ overflowWrap: "anywhere" }}>
                        {name}
                      </Typography>
                      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
                        {account || titles.get(vendor)}
                      </Typography>
                    </Stack>
                    <HealthChip health={health} />
                  </Stack>
                </CardActionArea>
              </Card>
            </Grid>
          ))}
        </Section>
      ) : null}
      {query.data ? (
        <Section title={t`Available`}>
          {vendors.map((vendor) => (
            <Grid key={vendor.vendor} size={{ xs: 12, sm: 6, lg: 4 }}>
              <VendorCard
                vendor={vendor}
                mayConnect={
                  mayEdit && connections.filter((it) => it.vendor === vendor.vendor).length < vendor.max_connections
                }
                isConnected={connections.some((it) => it.vendor === vendor.vendor)}
                onConnect={() => setChosen(vendor.vendor)}
              />
            </Grid>
          ))}
        </Section>
      ) : null}
      {connecting && mayEdit ? <ConnectDialog vendor={connecting} onClose={() => setChosen(null)} /> : null}
    </>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Stack component="section" aria-label={title} spacing={2} sx={{ mb: 4 }}>
      <Typography component="h2" variant="h5">
        {title}
      </Typography>
      <Grid container spacing={2}>
        {children}
      </Grid>
    </Stack>
  );
}

interface VendorCardProps {
  vendor: Vendor;
  mayConnect: boolean;
  isConnected: boolean;
  onConnect: () => void;
}

function VendorCard({ vendor, mayConnect, isConnected, onConnect }: VendorCardProps) {
  const { title } = vendor;
  const words = VENDOR_TEXTS[vendor.vendor];
  return (
    <Card sx={{ p: 2, height: "100%", display: "flex", flexDirection: "column", gap: 2 }}>
      <Stack direction="row" spacing={2} sx={{ alignItems: "center" }}>
        <VendorMark title={title} />
        <Typography component="h3" variant="subtitle1">
          {title}
        </Typography>
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }}>
        {words ? t(words.text) : null}
      </Typography>
      {vendor.is_ready ? null : (
        <Typography variant="body2">
          <Trans>Not set up on this installation.</Trans>
        </Typography>
      )}
      {mayConnect ? (
        <Button
          variant="outlined"
          onClick={onConnect}
          aria-label={isConnected ? t`Connect another: ${title}` : t`Connect ${title}`}
          sx={{ alignSelf: "flex-start" }}
        >
          {isConnected ? <Trans>Connect another</Trans> : <Trans>Connect</Trans>}
        </Button>
      ) : null}
    </Card>
  );
}
