import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

/** Names of members by id. */
export const memberNamesQuery = queryOptions({
  queryKey: ["organization", "member-names"],
  queryFn: async ({ signal }): Promise<Record<string, string>> => {
    const { items } = await answerOf(api.POST("/v1/fetch-all-users", { body: { page: 1, pageSize: 100 }, signal }));
    return Object.fromEntries(items.map((one) => [one.user_id, one.name || one.email || one.user_id]));
  },
  staleTime: 60_000,
});
