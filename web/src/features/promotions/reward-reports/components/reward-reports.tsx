import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ReportIcon from "@mui/icons-material/CardGiftcardOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Grid from "@mui/material/Grid";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQueries } from "@tanstack/react-query";
import { Link } from "react-router";
import {
  type Interval,
  type RewardReportRow,
  rewardReportQuery,
} from "@/features/promotions/reward-reports/api/reports";
import { CustomerSections } from "@/features/promotions/reward-reports/components/customer-sections";
import { PointSections } from "@/features/promotions/reward-reports/components/point-sections";
import { RewardSections } from "@/features/promotions/reward-reports/components/reward-sections";
import { countText, shareOf, shareText, sumOf } from "@/features/promotions/reward-reports/report-values";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { useSearchChange } from "@/shared/url/use-search-change";
import { useCostText } from "@/shared/organization/costs";

const RANGES = [
  { value: "30day", label: msg`Last 30 days` },
  { value: "90day", label: msg`Last 90 days` },
  { value: "1year", label: msg`This year` },
  { value: "all", label: msg`All time` },
] as const;
const USUAL = "90day";

/** What points and rewards cost, how they are used, and which customers come back. */
export function RewardReports() {
  const [search, change] = useSearchChange();
  const interval = RANGES.find(({ value }) => value === search.get("interval"))?.value ?? USUAL;
  return (
    <>
      <PageHeader
        title={t`Reward reports`}
        subtitle={t`What points and rewards cost, how they are used, and which customers come back.`}
        actions={
          <TextField
            select
            size="small"
            label={t`Range`}
            value={interval}
            onChange={(event) => change({ interval: event.target.value })}
            sx={{ minWidth: 160 }}
          >
            {RANGES.map(({ value, label }) => (
              <MenuItem key={value} value={value}>
                {t(label)}
              </MenuItem>
            ))}
          </TextField>
        }
      />
      <Reports interval={interval} />
    </>
  );
}

function Reports({ interval }: { interval: Interval }) {
  const [held, months, gifts] = useQueries({
    queries: [
      rewardReportQuery("points_liability", interval),
      rewardReportQuery("points_by_month", "all"),
      rewardReportQuery("reward_redemptions", "all"),
    ],
  });
  const failed = [held, months, gifts].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    return (
      <Card>
        <ErrorState
          error={failed.error}
          onRetry={() => void Promise.all([held, months, gifts].map((it) => it.refetch()))}
        />
      </Card>
    );
  }
  if (held.data === undefined || months.data === undefined || gifts.data === undefined) {
    return <Skeleton variant="rounded" height={320} aria-label={t`Loading`} />;
  }
  if (months.data.rows.length === 0 && gifts.data.rows.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<ReportIcon />}
          title={t`Nothing to report yet`}
          text={t`Reports start with the first points, stamps or rewards a customer gets.`}
          action={
            <Button component={Link} to={paths.rewards} variant="contained">
              <Trans>Open rewards</Trans>
            </Button>
          }
        />
      </Card>
    );
  }
  return (
    <Stack spacing={3}>
      <Figures held={held.data.rows} months={months.data.rows} rewards={gifts.data.rows} />
      <Box
        sx={{ display: "grid", gap: 3, gridTemplateColumns: { xs: "minmax(0, 1fr)", xl: "repeat(2, minmax(0, 1fr))" } }}
      >
        <PointSections interval={interval} />
        <RewardSections interval={interval} />
        <CustomerSections interval={interval} />
      </Box>
    </Stack>
  );
}

interface FiguresProps {
  held: readonly RewardReportRow[];
  months: readonly RewardReportRow[];
  rewards: readonly RewardReportRow[];
}

/** The all-time numbers that the tables below explain. */
function Figures({ held, months, rewards }: FiguresProps) {
  const costText = useCostText();
  const points = months.filter((row) => row["unit"] !== "stamps");
  const kept = (sumOf(points, "given") ?? 0) - (sumOf(points, "taken_back") ?? 0);
  const figures: readonly [string, string][] = [
    [t`Liability`, costText(sumOf(held, "amount_cents"))],
    [
      t`Points outstanding`,
      countText(
        sumOf(
          held.filter((row) => row["unit"] !== "stamps"),
          "outstanding",
        ) ?? 0,
      ),
    ],
    [t`Points redeemed`, shareText(shareOf(sumOf(points, "spent"), kept))],
    [t`Points expired`, shareText(shareOf(sumOf(points, "expired"), kept))],
    [t`Rewards redeemed`, countText(sumOf(rewards, "redeemed") ?? 0)],
    [t`Cost of rewards`, costText(sumOf(rewards, "cost_cents"))],
  ];
  return (
    <Grid container spacing={1.5} component="dl" sx={{ m: 0 }}>
      {figures.map(([label, value]) => (
        <Grid key={label} component={Card} size={{ xs: 6, sm: 4, lg: 2 }} sx={{ p: 2 }}>
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
