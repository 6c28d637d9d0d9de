import type { QueryClient } from "@tanstack/react-query";
import { askAhead as askAheadOfBoard } from "@/features/insights/analytics/ask-ahead";
import { keptToken } from "@/shared/auth/kept-session";
import { whetherLoggedIn } from "@/shared/auth/known";
import { organizationQuery } from "@/shared/organization/organization";

const BOARD = /^\/admin\/(?:analytics|my-codes\/analytics\/(?<code>[^/]+))\/?$/;

/** Asks for what the first screen needs, while its code is still coming: at once where a token was kept, otherwise
 * as soon as there is a session. */
export async function askAhead(
  cache: QueryClient,
  { pathname, search }: Pick<Location, "pathname" | "search">,
): Promise<void> {
  if (!pathname.startsWith("/admin") || (keptToken() === null && !(await whetherLoggedIn))) {
    return;
  }
  const organization = cache.query({ ...organizationQuery, staleTime: "static" });
  organization.catch(() => undefined); // the screen tells
  const board = BOARD.exec(pathname);
  if (board !== null) {
    const code = board.groups?.["code"];
    const zone = async () => (await organization).time_zone;
    await askAheadOfBoard(cache, search, code === undefined ? undefined : decodeURIComponent(code), zone);
  }
}
