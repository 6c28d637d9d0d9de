import type { components } from "@/shared/api/schema";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { memberKeys } from "@/features/org/organization/api/keys";
import { answerOf, api } from "@/shared/api/client";

export type Person = components["schemas"]["PersonItem"];

/** Fetches a page of members and open invitations. */
export function peopleQuery(page: number, pageSize: number) {
  return queryOptions({
    queryKey: [...memberKeys.people, page, pageSize],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/fetch-all-users", { body: { page, pageSize }, signal })),
    placeholderData: keepPreviousData,
  });
}
