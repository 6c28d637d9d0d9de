import { t } from "@lingui/core/macro";
import Link from "@mui/material/Link";
import { Link as RouterLink } from "react-router";
import type { Interval, RewardReportRow } from "@/features/promotions/reward-reports/api/reports";
import { ReportSection, type SectionColumn } from "@/features/promotions/reward-reports/components/report-section";
import { numberIn, riskText, shareText } from "@/features/promotions/reward-reports/report-values";
import { counted, money, total } from "@/features/promotions/reward-reports/section-columns";
import { paths } from "@/shared/config/paths";
import { formatDate } from "@/shared/format/dates";
import { useOrderValueText } from "@/shared/organization/costs";

const SHOWN = 10;

/** The best customers, and those who may not come back. */
export function CustomerSections({ interval }: { interval: Interval }) {
  const orderValueText = useOrderValueText();
  const customer: SectionColumn = { name: "customer", title: t`Customer`, cell: (row) => <CustomerLink row={row} /> };
  return (
    <>
      <ReportSection
        report="best_customers"
        title={t`Best customers`}
        hint={t`Ranked by what they ordered, earned and redeemed in this range.`}
        empty={t`No customer earned, redeemed or ordered anything in this range.`}
        interval={interval}
        limit={SHOWN}
        columns={[
          customer,
          counted("points_given", t`Points`),
          counted("stamps_given", t`Stamps`),
          counted("redeemed", t`Rewards`),
          counted("orders", t`Orders`),
          { ...money("amount_cents", t`Order value`, orderValueText), total: undefined },
        ]}
      />
      <ReportSection
        report="churn_levels"
        title={t`Customers by churn risk`}
        hint={t`Days since the last visit, as a multiple of each customer’s usual interval: up to 1.5 is regular, 3 late, 6 at risk.`}
        empty={t`No customer has visited on three days yet.`}
        interval={interval}
        bar={(row) => numberIn(row, "customers") ?? 0}
        columns={[
          { name: "risk", title: t`Risk`, cell: (row) => riskText(row["risk"]) },
          total(counted("customers", t`Customers`)),
          { name: "share", title: t`Share`, isNumber: true, cell: (row) => shareText(numberIn(row, "share")) },
          counted("average_days_since", t`Days since last visit`),
          counted("average_usual_days", t`Usual interval`),
        ]}
      />
      <ReportSection
        report="churn_risk"
        title={t`Longest away`}
        hint={t`Customers who have been away longest, compared with their usual interval.`}
        empty={t`No customer has visited on three days yet.`}
        interval={interval}
        limit={SHOWN}
        columns={[
          customer,
          { name: "risk", title: t`Risk`, cell: (row) => riskText(row["risk"]) },
          { name: "last_day", title: t`Last visit`, cell: (row) => dayText(row["last_day"]) },
          counted("days_since_last", t`Days since last visit`),
          counted("usual_days", t`Usual interval`),
          counted("active_days", t`Days with visits`),
        ]}
      />
    </>
  );
}

function dayText(day: unknown): string {
  return typeof day === "string" ? formatDate(`${day}T00:00:00Z`, "UTC") : "–";
}

function CustomerLink({ row }: { row: RewardReportRow }) {
  const id = String(row["customer_id"]);
  const number = row["customer_name"];
  return (
    <Link component={RouterLink} to={paths.customer(id)}>
      {typeof number === "string" ? number : t`Unknown customer`}
    </Link>
  );
}
