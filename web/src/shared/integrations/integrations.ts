import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Vendor = components["schemas"]["VendorRead"];
export type Connection = components["schemas"]["ConnectionRead"];

/** The root of every query about integrations. */
export const INTEGRATIONS_KEY = ["integrations"];

/** Which vendors can be connected, and what is connected, with its health. */
export const integrationsQuery = queryOptions({
  queryKey: [...INTEGRATIONS_KEY, "all"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-integrations", { body: {}, signal })),
});
