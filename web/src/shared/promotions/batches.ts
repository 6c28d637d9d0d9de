import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { everyPage } from "@/shared/api/every-page";

/** The batches of promo codes of all codes, newest first. */
export const batchesQuery = queryOptions({
  queryKey: ["promo-batches", "all"],
  queryFn: ({ signal }) =>
    everyPage((page, pageSize) =>
      answerOf(api.POST("/v1/promo_lock/list_batches", { body: { page, pageSize }, signal })),
    ),
  staleTime: 5_000,
});
