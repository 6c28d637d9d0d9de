import type { QueryClient } from "@tanstack/react-query";
import { analyticsQuery } from "@/features/insights/analytics/api/get-analytics";
import { dashboardQuery } from "@/features/insights/analytics/dashboard-query";
import { parseView } from "@/features/insights/analytics/filters";

/** Asks what the dashboard of an address will ask, while its code is still coming. Days of one's own
 * wait for the organisation's zone. Whether a code is a child is not known yet; most are none. */
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
