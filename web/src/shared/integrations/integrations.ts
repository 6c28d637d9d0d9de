import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Vendor = components["schemas"]["VendorRead"];
export type Connection = components["schemas"]["ConnectionRead"];

/** The root key of every query about integrations. */
export const INTEGRATIONS_KEY = ["integrations"];

/** The vendors that can be connected, and the existing connections with their health. */
export const integrationsQuery = queryOptions({
  queryKey: [...INTEGRATIONS_KEY, "all"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-integrations", { body: {}, signal })),
});
