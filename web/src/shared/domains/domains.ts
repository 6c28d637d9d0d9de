import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Domain = components["schemas"]["DomainRead"];

/** The organisation's custom domains, with the proof of control for each. */
export const domainsQuery = queryOptions({
  queryKey: ["own-domains"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-domains", { body: {}, signal })),
});
