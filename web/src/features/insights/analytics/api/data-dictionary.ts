import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type DictionaryTable = components["schemas"]["DictionaryTable"];

/** The meaning of every table, column and metric. It changes only with a new version of the product. */
export const dictionaryQuery = queryOptions({
  queryKey: ["analytics", "data-dictionary"],
  queryFn: ({ signal }) => answerOf(api.GET("/v1/data-dictionary", { signal })),
  select: ({ tables }) => tables,
  staleTime: Number.POSITIVE_INFINITY,
});
