import { t } from "@lingui/core/macro";
import type { Interval } from "@/features/promotions/reward-reports/api/reports";
import { ReportSection } from "@/features/promotions/reward-reports/components/report-section";
import { numberIn } from "@/features/promotions/reward-reports/report-values";
import { counted, money, total } from "@/features/promotions/reward-reports/section-columns";
import { useCostText } from "@/shared/organization/costs";

const text = (value: unknown, otherwise: string) => (typeof value === "string" && value !== "" ? value : otherwise);

/** Redemptions by reward and by who pays for them. */
export function RewardSections({ interval }: { interval: Interval }) {
  const costText = useCostText();
  return (
    <>
      <ReportSection
        report="reward_redemptions"
        title={t`Redemptions by reward`}
        hint={t`How often each reward was redeemed in the range, and what that cost.`}
        empty={t`No reward was redeemed in this range.`}
        interval={interval}
        bar={(row) => numberIn(row, "redeemed") ?? 0}
        columns={[
          { name: "reward", title: t`Reward`, cell: (row) => text(row["reward_name"], t`Unknown reward`) },
          total(counted("redeemed", t`Redeemed`)),
          money("cost_cents", t`Cost`, costText),
          { name: "paid_by", title: t`Paid by`, cell: (row) => text(row["paid_by"], "–") },
          total(counted("given", t`Given`)),
          total(counted("points", t`Points`)),
          total(counted("stamps", t`Stamps`)),
        ]}
      />
      <ReportSection
        report="reward_payers"
        title={t`Cost of rewards by payer`}
        hint={t`What rewards redeemed in this range cost, by who pays for them now.`}
        empty={t`No reward was redeemed in this range.`}
        interval={interval}
        bar={(row) => numberIn(row, "cost_cents") ?? 0}
        columns={[
          { name: "paid_by", title: t`Paid by`, cell: (row) => text(row["paid_by"], t`Not stated`) },
          total(counted("rewards", t`Rewards`)),
          total(counted("redeemed", t`Redeemed`)),
          money("cost_cents", t`Cost`, costText),
          total(counted("without_cost", t`Without a cost`)),
        ]}
      />
    </>
  );
}
