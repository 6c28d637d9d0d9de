import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import FriendsIcon from "@mui/icons-material/GroupAddOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Grid from "@mui/material/Grid";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import {
  type ReferralAnalysis as Analysis,
  referralAnalysisQuery,
} from "@/features/promotions/referrals/api/referrals";
import { PersonLink } from "@/features/promotions/referrals/components/referral-list";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { formatDate } from "@/shared/format/dates";
import { formatCount, formatShare } from "@/shared/format/numbers";
import { useCostText, useOrderValueText } from "@/shared/organization/costs";

const WEEKS = 12;

/** Conversion, cost and revenue, top referrers, and the weeks. */
export function ReferralAnalysis() {
  const analysis = useQuery(referralAnalysisQuery(null, WEEKS));
  if (analysis.isError) {
    return <ErrorState error={analysis.error} onRetry={() => void analysis.refetch()} />;
  }
  if (analysis.isPending) {
    return <Skeleton variant="rounded" height={320} aria-busy="true" />;
  }
  const { totals, weeks, top, definitions } = analysis.data;
  if (totals.referrals === 0) {
    return (
      <Card>
        <EmptyState
          icon={<FriendsIcon />}
          title={t`No referrals in the last 12 weeks`}
          text={t`Start the programme, then give customers their link on their profile.`}
          action={
            <Button component={RouterLink} to="?tab=settings" variant="contained">
              <Trans>Open programme</Trans>
            </Button>
          }
        />
      </Card>
    );
  }
  return (
    <Stack spacing={3}>
      <Typography variant="body2" color="textSecondary">
        {t`The last ${String(WEEKS)} weeks, by when friends joined.`}
      </Typography>
      <Totals totals={totals} definitions={definitions} />
      <Section title={t`Weeks`} hint={definitions.k_factor}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>
                <Trans>Week of</Trans>
              </TableCell>
              <TableCell align="right">
                <Trans>Friends</Trans>
              </TableCell>
              <TableCell align="right">
                <Trans>Rewarded</Trans>
              </TableCell>
              <TableCell align="right">K-factor</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {weeks.toReversed().map((week) => (
              <TableRow key={week.week}>
                <TableCell sx={{ whiteSpace: "nowrap" }}>{formatDate(`${week.week}T12:00:00Z`, "UTC")}</TableCell>
                <TableCell align="right">{formatCount(week.referrals)}</TableCell>
                <TableCell align="right">{formatCount(week.rewarded)}</TableCell>
                <TableCell align="right">{kText(week.k_factor)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Section>
      <Section title={t`Top referrers`}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>
                <Trans>Customer</Trans>
              </TableCell>
              <TableCell align="right">
                <Trans>Friends</Trans>
              </TableCell>
              <TableCell align="right">
                <Trans>Rewarded</Trans>
              </TableCell>
              <TableCell align="right">
                <Trans>Points given</Trans>
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {top.map((one) => (
              <TableRow key={one.person.customer_id}>
                <TableCell sx={{ overflowWrap: "anywhere" }}>
                  <PersonLink person={one.person} />
                </TableCell>
                <TableCell align="right">{formatCount(one.referrals)}</TableCell>
                <TableCell align="right">{formatCount(one.rewarded)}</TableCell>
                <TableCell align="right">{formatCount(one.points)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Section>
    </Stack>
  );
}

/** Formats a k-factor with two decimals, or as a dash if nobody could bring friends. */
function kText(factor: number | null): string {
  return factor === null ? "–" : factor.toFixed(2);
}

function Totals({ totals, definitions }: Pick<Analysis, "totals" | "definitions">) {
  const costText = useCostText();
  const orderValueText = useOrderValueText();
  const conversion = totals.conversion === null ? "–" : formatShare(totals.conversion);
  const figures: readonly [string, string, string | undefined][] = [
    [t`Friends`, formatCount(totals.referrals), definitions.referrals],
    [t`Rewarded`, formatCount(totals.rewarded), definitions.rewarded],
    [t`Conversion`, conversion, definitions.conversion],
    [t`Cost`, costText(totals.cost_cents), definitions.cost_cents],
    [t`Points given`, formatCount(totals.points), undefined],
    [t`Revenue`, orderValueText(totals.revenue_cents), definitions.revenue_cents],
  ];
  return (
    <Grid container spacing={1.5} component="dl" sx={{ m: 0 }}>
      {figures.map(([label, value, hint]) => (
        <Grid key={label} component={Card} size={{ xs: 6, sm: 4, lg: 2 }} sx={{ p: 2 }} title={hint}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" variant="h5" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
            {value}
          </Typography>
        </Grid>
      ))}
    </Grid>
  );
}

function Section({ title, hint, children }: { title: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <Card component="section" sx={{ p: 2 }}>
      <Typography variant="h6" component="h2">
        {title}
      </Typography>
      {hint === undefined ? null : (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {hint}
        </Typography>
      )}
      <Box tabIndex={0} role="region" aria-label={t`${title}, table`} sx={{ overflowX: "auto" }}>
        {children}
      </Box>
    </Card>
  );
}
