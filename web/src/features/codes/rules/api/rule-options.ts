import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

/** The conditions from which rules can be built. */
export const ruleOptionsQuery = queryOptions({
  queryKey: ["rule-options"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/rule-options", { body: {}, signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
