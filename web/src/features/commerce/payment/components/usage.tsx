import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Grid from "@mui/material/Grid";
import LinearProgress from "@mui/material/LinearProgress";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link as RouterLink } from "react-router";
import { type PlanUsage, type Quota, usageQuery } from "@/features/commerce/payment/api/payment";
import { PLAN_NAMES, QUOTA_NAMES } from "@/features/commerce/payment/texts";
import { TrendChart } from "@/shared/components/charts/trend-chart";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatDate } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";
import { useOrganizationData } from "@/shared/organization/organization";

/** The usage of the plan, and the cumulative scans of the month. */
export function Usage() {
  const usage = useQuery(usageQuery);
  return (
    <Card>
      <CardContent component={Stack} spacing={2}>
        <Typography variant="h5" component="h2">
          <Trans>Usage</Trans>
        </Typography>
        {usage.isPending ? <Skeleton variant="rounded" height={320} aria-label={t`Loading usage`} /> : null}
        {usage.isError ? <ErrorState compact error={usage.error} onRetry={() => void usage.refetch()} /> : null}
        {usage.data ? <Used usage={usage.data} /> : null}
      </CardContent>
    </Card>
  );
}

function Used({ usage }: { usage: PlanUsage }) {
  const full = usage.quotas.filter(({ used, allowed }) => allowed != null && used >= allowed);
  const stops = full.some(({ quota }) => quota !== "scans");
  return (
    <>
      {stops ? (
        <Alert severity="warning">
          <Trans>
            You have used up part of your plan and cannot add more of it until you change the plan. Printed codes never
            stop: they open and count every scan.
          </Trans>
        </Alert>
      ) : null}
      {full.length > 0 && !stops ? (
        <Alert severity="info">
          <Trans>
            This month has more scans than your plan. Printed codes never stop: they open and count every scan.
          </Trans>
        </Alert>
      ) : null}
      <Grid container spacing={2}>
        {usage.quotas.map((quota) => (
          <Grid key={quota.quota} size={{ xs: 12, sm: 6, md: 4 }}>
            <QuotaBar quota={quota} />
          </Grid>
        ))}
      </Grid>
      <History history={usage.history} />
      {usage.scans.length > 1 ? (
        <>
          <Curve title={t`Scans this month, cumulative`} metric={t`Scans`} days={usage.scans} />
          <Curve title={t`Messages this month, cumulative`} metric={t`Messages`} days={usage.messages} />
        </>
      ) : (
        <Typography color="textSecondary">
          <Trans>The curves begin tomorrow: months are counted in UTC.</Trans>
        </Typography>
      )}
    </>
  );
}

function monthsText(months: number): string {
  return plural(months, { one: "# month", other: "# months" });
}

/** The retention of events, and how the plan affects it. */
function History({ history }: { history: PlanUsage["history"] }) {
  const zone = useOrganizationData().data?.time_zone;
  const { months: kept, own_months: own, plan_months: plan, plan_applies_from: from } = history;
  const shortens = plan !== null && (own === null || plan < own);
  const isNow = shortens && kept === plan;
  return (
    <Stack spacing={0.5}>
      <Typography variant="body2">
        <Trans>History</Trans>
      </Typography>
      <Typography variant="h6" component="p">
        {kept === null ? t`Events are kept forever` : t`Events are kept for ${monthsText(kept)}`}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {isNow ? t`That is what your plan includes.` : null}
        {shortens && !isNow && from !== null
          ? t`From ${formatDate(from, zone)} on your plan keeps them for ${monthsText(plan)}; older ones are deleted.`
          : null}{" "}
        <Link component={RouterLink} to={paths.privacy}>
          <Trans>Change under Privacy</Trans>
        </Link>
      </Typography>
    </Stack>
  );
}

interface CurveProps {
  title: string;
  metric: string;
  days: readonly { day: string; total: number }[];
}

function Curve({ title, metric, days }: CurveProps) {
  const points = useMemo(
    () =>
      days.map(({ day, total }, index) => {
        const isLast = index === days.length - 1;
        return {
          key: day,
          label: String(Number(day.slice(8))),
          longLabel: formatDate(`${day}T00:00:00Z`, "UTC"),
          value: isLast ? null : total,
          running: isLast || index === days.length - 2 ? total : null,
          previous: null,
          previousLabel: "",
        };
      }),
    [days],
  );
  return (
    <section>
      <Typography variant="h6" component="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <TrendChart points={points} metric={metric} height={240} />
    </section>
  );
}

function QuotaBar({ quota: { quota, used, allowed, more_in: moreIn } }: { quota: Quota }) {
  const title = QUOTA_NAMES[quota];
  const name = title ? t(title) : quota;
  const count = formatCount(used);
  const share = allowed ? Math.min(100, (used / allowed) * 100) : used > 0 && allowed === 0 ? 100 : 0;
  const more = moreIn && PLAN_NAMES[moreIn] ? t(PLAN_NAMES[moreIn]) : "";
  return (
    <Stack spacing={0.5}>
      <Typography variant="body2">{name}</Typography>
      <Typography variant="h6" component="p">
        {allowed == null ? t`${count}, no limit` : t`${count} of ${formatCount(allowed)}`}
      </Typography>
      {allowed == null ? null : (
        <LinearProgress
          variant="determinate"
          value={share}
          color={share >= 100 ? "error" : share >= 80 ? "warning" : "primary"}
          aria-label={name}
        />
      )}
      {share >= 80 && more ? (
        <Typography variant="body2" color="textSecondary">
          <Trans>The plan {more} has more.</Trans>
        </Typography>
      ) : null}
    </Stack>
  );
}
