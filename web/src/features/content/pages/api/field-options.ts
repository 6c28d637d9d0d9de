import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

/** The options of the form builder in this installation. */
export const fieldOptionsQuery = queryOptions({
  queryKey: ["pages", "field-options"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-field-options", { body: {}, signal })),
  staleTime: Infinity,
});
