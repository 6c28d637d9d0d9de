import type { QueryClient } from "@tanstack/react-query";
import { prefetchDashboard as askAheadOfBoard } from "@/features/insights/analytics/prefetch";
import { storedToken } from "@/shared/auth/stored-session";
import { loggedIn } from "@/shared/auth/logged-in";
import { organizationQuery } from "@/shared/organization/organization";

const DASHBOARD_PATH = /^\/admin\/(?:analytics|my-codes\/analytics\/(?<code>[^/]+))\/?$/;

/**
 * Fetches the data of the first screen while its code is still loading: at once if a token is stored, otherwise as soon
 * as there is a session.
 */
export async function prefetchScreen(
  cache: QueryClient,
  { pathname, search }: Pick<Location, "pathname" | "search">,
): Promise<void> {
  if (!pathname.startsWith("/admin") || (storedToken() === null && !(await loggedIn))) {
    return;
  }
  const organization = cache.query({ ...organizationQuery, staleTime: "static" });
  organization.catch(() => undefined); // the screen shows the error
  const match = DASHBOARD_PATH.exec(pathname);
  if (match !== null) {
    const code = match.groups?.["code"];
    const zone = async () => (await organization).time_zone;
    await askAheadOfBoard(cache, search, code === undefined ? undefined : decodeURIComponent(code), zone);
  }
}
