import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Card from "@mui/material/Card";
import Grid from "@mui/material/Grid";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { HealthChip } from "@/features/commerce/integrations/components/health-chip";
import { KlaviyoAudiences } from "@/features/commerce/integrations/components/klaviyo-audiences";
import { PointsLookup } from "@/features/commerce/integrations/components/points-lookup";
import { ShopDiscounts } from "@/features/commerce/integrations/components/shop-discounts";
import { SquareAccount } from "@/features/commerce/integrations/components/square-account";
import { SheetPicker } from "@/features/commerce/integrations/components/sheet-picker";
import { KIND_TEXTS, SCOPE_TEXTS, STATE_TEXTS, VENDOR_TEXTS } from "@/features/commerce/integrations/vendor-texts";
import { formatDateTime } from "@/shared/format/dates";
import { formatList } from "@/shared/format/lists";
import { formatCount } from "@/shared/format/numbers";
import type { Connection, Vendor } from "@/shared/integrations/integrations";

interface ConnectionOverviewProps {
  connection: Connection;
  vendor: Vendor;
  zone: string;
  mayEdit: boolean;
}

const SHOWN = ["delivered", "waiting", "skipped", "refused", "set_aside"] as const;

/** The state of a connection, the events that it sends, and how many were delivered. */
export function ConnectionOverview({ connection, vendor, zone, mayEdit }: ConnectionOverviewProps) {
  const { health, status, last_ok_at, failing_since, created_at, event_kinds, scopes, deliveries } = connection;
  const words = VENDOR_TEXTS[vendor.vendor];
  const kinds = event_kinds.map((kind) => (KIND_TEXTS[kind] ? t(KIND_TEXTS[kind]) : kind));
  return (
    <Grid container spacing={2}>
      <Grid size={{ xs: 12, md: 6 }}>
        <Card sx={{ p: { xs: 2, sm: 3 }, height: "100%" }}>
          <Stack direction="row" sx={{ justifyContent: "space-between", alignItems: "center", mb: 2 }}>
            <Typography component="h2" variant="h5">
              <Trans>Health</Trans>
            </Typography>
            <HealthChip health={health} />
          </Stack>
          <Stack spacing={0.5}>
            <Typography>
              {last_ok_at === null
                ? t`No request has succeeded yet.`
                : t`Last success: ${formatDateTime(last_ok_at, zone)}`}
            </Typography>
            {failing_since === null ? null : (
              <Typography>{t`Failing since ${formatDateTime(failing_since, zone)}`}</Typography>
            )}
            <Typography color="textSecondary">{t`Connected ${formatDateTime(created_at, zone)}`}</Typography>
          </Stack>
        </Card>
      </Grid>
      <Grid size={{ xs: 12, md: 6 }}>
        <Card sx={{ p: { xs: 2, sm: 3 }, height: "100%" }}>
          <Typography component="h2" variant="h5" sx={{ mb: 2 }}>
            <Trans>What is sent</Trans>
          </Typography>
          <Stack spacing={1}>
            {words ? <Typography>{t(words.sends)}</Typography> : null}
            {words?.takes ? (
              <>
                <Typography component="h3" variant="subtitle1">
                  <Trans>What comes in</Trans>
                </Typography>
                <Typography>{t(words.takes)}</Typography>
              </>
            ) : null}
            {vendor.event_kinds.length > 0 ? (
              <>
                <Typography color="textSecondary">
                  {kinds.length === 0 ? t`No events are chosen.` : t`Events: ${formatList(kinds)}`}
                </Typography>
                <Typography color="textSecondary">
                  <Trans>Visits by bots and link previews are never sent.</Trans>
                </Typography>
              </>
            ) : null}
            {vendor.is_marketing ? (
              <Typography color="textSecondary">
                <Trans>People are included only while they agree to marketing.</Trans>
              </Typography>
            ) : null}
            {scopes.length > 0 ? (
              <Typography color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
                {t`We are allowed to: ${formatList(scopes.map((it) => (SCOPE_TEXTS[it] ? t(SCOPE_TEXTS[it]) : it)))}`}
              </Typography>
            ) : null}
          </Stack>
        </Card>
      </Grid>
      {vendor.event_kinds.length > 0 ? <Counts deliveries={deliveries} /> : null}
      {vendor.vendor === "shopify" && status === "connected" ? <ShopDiscounts /> : null}
      {vendor.vendor === "klaviyo" && status === "connected" ? <KlaviyoAudiences /> : null}
      {vendor.vendor === "google_sheets" ? <SheetPicker connection={connection} mayEdit={mayEdit} /> : null}
      {vendor.vendor === "square" ? <SquareAccount mayEdit={mayEdit} zone={zone} /> : null}
      {vendor.vendor === "yotpo" ? <PointsLookup /> : null}
    </Grid>
  );
}

function Counts({ deliveries }: Pick<Connection, "deliveries">) {
  return (
    <Grid size={12}>
      <Card sx={{ p: { xs: 2, sm: 3 } }}>
        <Typography component="h2" variant="h5" sx={{ mb: 2 }}>
          <Trans>Events of the last 30 days</Trans>
        </Typography>
        <Grid container spacing={2}>
          {SHOWN.map((state) => {
            const label = STATE_TEXTS[state];
            return (
              <Grid key={state} size={{ xs: 6, sm: 4, md: 2 }}>
                <Typography variant="h4" component="p">
                  {formatCount(deliveries[state] ?? 0)}
                </Typography>
                <Typography variant="body2" color="textSecondary">
                  {label ? t(label) : state}
                </Typography>
              </Grid>
            );
          })}
        </Grid>
      </Card>
    </Grid>
  );
}
