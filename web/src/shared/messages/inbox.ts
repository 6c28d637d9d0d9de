import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

const COUNTED_MS = 60_000;

/** The beginning of the keys of everything about conversations. */
export const INBOX = ["inbox"] as const;

/** How many open conversations there are, and of these how many in which way. */
export const inboxCountsQuery = queryOptions({
  queryKey: [...INBOX, "counts"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/count-conversations", { body: {}, signal })),
  refetchInterval: COUNTED_MS,
  staleTime: 15_000,
});
