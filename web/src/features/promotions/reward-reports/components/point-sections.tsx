import { t } from "@lingui/core/macro";
import type { Interval } from "@/features/promotions/reward-reports/api/reports";
import { ReportSection, type SectionColumn } from "@/features/promotions/reward-reports/components/report-section";
import { counted, money, total } from "@/features/promotions/reward-reports/section-columns";
import {
  monthText,
  numberIn,
  shareOf,
  shareText,
  sumOf,
  unitText,
} from "@/features/promotions/reward-reports/report-values";
import { useCostText } from "@/shared/organization/costs";

/** Liability, redemption rate and breakage of points and stamps. */
export function PointSections({ interval }: { interval: Interval }) {
  const costText = useCostText();
  const unit: SectionColumn = { name: "unit", title: t`Unit`, cell: (row) => unitText(row["unit"]) };
  return (
    <>
      <ReportSection
        report="points_liability"
        title={t`Liability by expiry month`}
        hint={t`What customers hold at the end of the range, and what it would cost if all of it were redeemed.`}
        empty={t`Customers have no points or stamps.`}
        interval={interval}
        bar={(row) => numberIn(row, "outstanding") ?? 0}
        columns={[
          { name: "expiry_month", title: t`Expires in`, cell: (row) => monthText(row["expiry_month"]) },
          unit,
          counted("outstanding", t`Outstanding`),
          money("amount_cents", t`Liability`, costText),
          {
            name: "cost",
            title: t`Unit cost`,
            isNumber: true,
            cell: (row) => costText(numberIn(row, "cost_per_point_cents"), 4),
          },
          counted("pending", t`Pending`),
        ]}
      />
      <ReportSection
        report="points_breakage"
        title={t`Breakage by expiry month`}
        hint={t`Points and stamps that reached their expiry date: what was spent in time, and what expired unused.`}
        empty={t`Nothing expired in this range.`}
        interval={interval}
        bar={(row) => numberIn(row, "expired") ?? 0}
        columns={[
          { name: "expiry_month", title: t`Expired in`, cell: (row) => monthText(row["expiry_month"]) },
          unit,
          counted("spent", t`Spent`),
          counted("expired", t`Expired`),
          {
            name: "breakage_share",
            title: t`Breakage`,
            isNumber: true,
            cell: (row) => shareText(numberIn(row, "breakage_share")),
          },
          money("amount_cents", t`Value`, costText),
        ]}
      />
      <ReportSection
        report="points_by_month"
        title={t`Redemption rate by month`}
        hint={t`What became of the points and stamps given in each month, up to the end of the range.`}
        empty={t`Nothing was given in this range.`}
        interval={interval}
        bar={(row) => numberIn(row, "redemption_share") ?? 0}
        columns={[
          { name: "given_month", title: t`Given in`, cell: (row) => monthText(row["given_month"]) },
          unit,
          counted("given", t`Given`),
          counted("taken_back", t`Taken back`),
          counted("spent", t`Spent`),
          counted("expired", t`Expired`),
          {
            name: "redemption_share",
            title: t`Redemption rate`,
            isNumber: true,
            cell: (row) => shareText(numberIn(row, "redemption_share")),
          },
        ]}
      />
      <ReportSection
        report="reward_gifts"
        title={t`Rewards given by month`}
        hint={t`Rewards given for free: how many were redeemed, have expired or are still open.`}
        empty={t`No reward was given in this range.`}
        interval={interval}
        bar={(row) => numberIn(row, "given") ?? 0}
        columns={[
          { name: "given_month", title: t`Given in`, cell: (row) => monthText(row["given_month"]) },
          total(counted("given", t`Given`)),
          total(counted("redeemed", t`Redeemed`)),
          total(counted("expired", t`Expired`)),
          total(counted("still_open", t`Open`)),
          {
            name: "redemption_share",
            title: t`Redemption rate`,
            isNumber: true,
            cell: (row) => shareText(numberIn(row, "redemption_share")),
            total: (rows) => shareText(shareOf(sumOf(rows, "redeemed"), sumOf(rows, "given"))),
          },
          money("open_cost_cents", t`Open cost`, costText),
        ]}
      />
    </>
  );
}
