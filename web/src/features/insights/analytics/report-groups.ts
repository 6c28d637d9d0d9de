import type { ReportInfo } from "@/features/insights/analytics/api/reports";

interface Family {
  heading: string;
  reports: readonly string[];
}

/** Reports by the question that they answer. */
const FAMILIES: readonly Family[] = [
  { heading: "Performance", reports: ["funnel", "leaderboard"] },
  { heading: "Codes and addresses", reports: ["code_health", "silent_placements", "missed_paths"] },
  { heading: "Forms and polls", reports: ["forms", "form_fields", "votes"] },
  {
    heading: "Promotions",
    reports: ["redemptions", "redeemed_codes", "code_stock", "code_batches", "games", "game_scores"],
  },
  {
    heading: "People",
    reports: ["visitors", "visitor_frequency", "retention_weeks", "retention_months", "customers", "customer_segments"],
  },
  { heading: "Sales and messages", reports: ["orders", "messages", "passes"] },
];

/** Reports of things that many organisations don't have, with the report that tells whether there are any. */
export const EVIDENCE: Readonly<Record<string, string>> = {
  games: "games",
  game_scores: "games",
  orders: "orders",
  messages: "messages",
  passes: "passes",
};

/** The reports that are asked whether they have any rows. */
export const WITNESSES: readonly string[] = [...new Set(Object.values(EVIDENCE))];

interface ReportGroup<Report> {
  heading: string;
  reports: Report[];
}

/** Reports in groups, by title in each; those of nothing that exists are left out, and empty groups with them. */
export function groupedReports<Report extends Pick<ReportInfo, "name" | "title">>(
  reports: readonly Report[],
  isShown: (name: string) => boolean,
): ReportGroup<Report>[] {
  const known = new Set(FAMILIES.flatMap((family) => family.reports));
  const others = reports.map(({ name }) => name).filter((name) => !known.has(name));
  return [...FAMILIES, { heading: "More", reports: others }]
    .map(({ heading, reports: names }) => ({
      heading,
      reports: reports
        .filter(({ name }) => names.includes(name) && isShown(name))
        .sort((one, other) => one.title.localeCompare(other.title)),
    }))
    .filter((group) => group.reports.length > 0);
}
