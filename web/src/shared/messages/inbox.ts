import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

const COUNTED_MS = 60_000;

/** The prefix of the query keys of conversations. */
export const INBOX = ["inbox"] as const;

/** The number of open conversations, in total and by state. */
export const inboxCountsQuery = queryOptions({
  queryKey: [...INBOX, "counts"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/count-conversations", { body: {}, signal })),
  refetchInterval: COUNTED_MS,
  staleTime: 15_000,
});
