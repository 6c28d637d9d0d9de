import type { QueryClient } from "@tanstack/react-query";
import { matchPath } from "react-router";
import { whetherLoggedIn } from "@/shared/auth/known";
import { organizationQuery } from "@/shared/organization/organization";

const DASHBOARDS = ["/admin/analytics", "/admin/my-codes/analytics/:codeId"];

/** Asks for what the first screen needs as soon as there is a session, while its code is still coming. */
export async function askAhead(cache: QueryClient, { pathname, search }: Pick<Location, "pathname" | "search">): Promise<void> {
  if (!pathname.startsWith("/admin")) {
    return;
  }
  const board = DASHBOARDS.map((path) => matchPath(path, pathname)).find((match) => match !== null);
  const ofBoard = board ? import("@/features/analytics/ask-ahead") : undefined;
  if (!(await whetherLoggedIn)) {
    return;
  }
  const organization = cache.query({ ...organizationQuery, staleTime: "static" });
  organization.catch(() => undefined); // the screen tells
  const zone = async () => (await organization).time_zone;
  await (await ofBoard)?.askAhead(cache, search, board?.params["codeId"], zone);
}
