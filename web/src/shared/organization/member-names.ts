import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { everyPage } from "@/shared/api/every-page";

/** Everyone who is or was invited, fetched page by page. */
export function everyMember(signal: AbortSignal) {
  return everyPage((page, pageSize) => answerOf(api.POST("/v1/fetch-all-users", { body: { page, pageSize }, signal })));
}

/** Names of members by id. */
export const memberNamesQuery = queryOptions({
  queryKey: ["organization", "member-names"],
  queryFn: async ({ signal }): Promise<Record<string, string>> => {
    const members = await everyMember(signal);
    return Object.fromEntries(members.map((one) => [one.user_id, one.name || one.email || one.user_id]));
  },
  staleTime: 60_000,
});
