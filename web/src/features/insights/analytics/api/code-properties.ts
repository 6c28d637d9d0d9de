import { queryOptions, useQuery } from "@tanstack/react-query";
import { isProperty, type Property } from "@/features/insights/analytics/dimensions";
import { answerOf, api } from "@/shared/api/client";

const NONE: readonly Property[] = [];

const propertiesQuery = queryOptions({
  queryKey: ["analytics", "code-properties"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-code-properties", { body: {}, signal })),
  select: ({ properties }) => properties.map(({ dimension }) => dimension).filter(isProperty),
  staleTime: 60_000,
});

/**
 * Returns the properties of the organisation's codes, by which numbers can be split and filtered. Empty until they are
 * loaded.
 */
export function useCodeProperties(): readonly Property[] {
  return useQuery(propertiesQuery).data ?? NONE;
}
