import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

/** The latest imports of customers. */
export const importsQuery = queryOptions({
  queryKey: ["campaigns", "imports"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-customer-imports", { body: { page: 1, pageSize: 50 }, signal })),
});

/** Rewards that a campaign can give. */
export const rewardsQuery = queryOptions({
  queryKey: ["campaigns", "rewards"],
  queryFn: ({ signal }) =>
    answerOf(api.POST("/v1/register-reward", { body: { action: "list", reward_list: [] }, signal })),
});
