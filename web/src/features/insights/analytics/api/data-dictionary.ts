import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type DictionaryTable = components["schemas"]["DictionaryTable"];

/** What every table, column and metric means; it changes with the product alone. */
export const dictionaryQuery = queryOptions({
  queryKey: ["analytics", "data-dictionary"],
  queryFn: ({ signal }) => answerOf(api.GET("/v1/data-dictionary", { signal })),
  select: ({ tables }) => tables,
  staleTime: Number.POSITIVE_INFINITY,
});
