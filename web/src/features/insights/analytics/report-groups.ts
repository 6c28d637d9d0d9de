import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { ReportInfo } from "@/features/insights/analytics/api/reports";

interface Family {
  heading: MessageDescriptor;
  reports: readonly string[];
}

/** Reports, grouped by the question that they answer. */
const FAMILIES: readonly Family[] = [
  { heading: msg`Performance`, reports: ["funnel", "leaderboard"] },
  { heading: msg`Codes and addresses`, reports: ["code_health", "silent_placements", "missed_paths"] },
  { heading: msg`Forms and polls`, reports: ["forms", "form_fields", "votes"] },
  {
    heading: msg`Promotions`,
    reports: [
      "redemptions",
      "redeemed_codes",
      "code_stock",
      "code_batches",
      "games",
      "game_scores",
      "game_funnel",
      "game_drop_off",
      "prizes",
      "prize_days",
    ],
  },
  {
    heading: msg`Points and rewards`,
    reports: [
      "points_liability",
      "points_by_month",
      "points_breakage",
      "points_vintages",
      "point_costs",
      "reward_redemptions",
      "reward_payers",
      "reward_gifts",
    ],
  },
  {
    heading: msg`People`,
    reports: [
      "visitors",
      "visitor_frequency",
      "retention_weeks",
      "retention_months",
      "customers",
      "customer_segments",
      "best_customers",
      "churn_risk",
      "churn_levels",
    ],
  },
  {
    heading: msg`Sales and messages`,
    reports: ["orders", "messages", "automations", "automation_steps", "passes", "pass_templates"],
  },
];

/** Reports about things that many organisations don't have, each with the report that shows whether there are any. */
export const EVIDENCE: Readonly<Record<string, string>> = {
  games: "games",
  game_scores: "games",
  game_funnel: "games",
  game_drop_off: "games",
  prizes: "games",
  prize_days: "games",
  orders: "orders",
  messages: "messages",
  automations: "automations",
  automation_steps: "automations",
  passes: "passes",
  pass_templates: "passes",
  points_liability: "points_vintages",
  points_by_month: "points_vintages",
  points_breakage: "points_vintages",
  points_vintages: "points_vintages",
  point_costs: "points_vintages",
  reward_redemptions: "reward_redemptions",
  reward_payers: "reward_redemptions",
  reward_gifts: "reward_redemptions",
};

/** The reports that are checked for rows. */
export const WITNESSES: readonly string[] = [...new Set(Object.values(EVIDENCE))];

interface ReportGroup<Report> {
  heading: string;
  reports: Report[];
}

/** Groups reports and sorts them by title. Those of things that do not exist and empty groups are left out. */
export function groupedReports<Report extends Pick<ReportInfo, "name" | "title">>(
  reports: readonly Report[],
  isShown: (name: string) => boolean,
): ReportGroup<Report>[] {
  const known = new Set(FAMILIES.flatMap((family) => family.reports));
  const others = reports.map(({ name }) => name).filter((name) => !known.has(name));
  return [...FAMILIES, { heading: msg`More`, reports: others }]
    .map(({ heading, reports: names }) => ({
      heading: t(heading),
      reports: reports
        .filter(({ name }) => names.includes(name) && isShown(name))
        .sort((one, other) => one.title.localeCompare(other.title)),
    }))
    .filter((group) => group.reports.length > 0);
}
