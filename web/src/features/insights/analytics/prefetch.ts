import type { QueryClient } from "@tanstack/react-query";
import { analyticsQuery } from "@/features/insights/analytics/api/get-analytics";
import { dashboardQuery } from "@/features/insights/analytics/dashboard-query";
import { parseView } from "@/features/insights/analytics/filters";

/**
 * Prefetches the query of a dashboard's URL while its code is still loading. Custom days need the organisation's time
 * zone first. Whether a code is a child is unknown yet, so it is treated as none, like most codes.
 */
export async function prefetchDashboard(
  cache: QueryClient,
  search: string,
  codeId: string | undefined,
  zone: () => Promise<string>,
) {
  const view = parseView(new URLSearchParams(search));
  const question = dashboardQuery(
    view,
    view.range.kind === "custom" ? await zone() : "UTC",
    codeId === undefined ? undefined : { id: codeId, isChild: false },
  );
  await cache.query(analyticsQuery(question));
}
