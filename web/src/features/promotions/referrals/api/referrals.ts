import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type ReferralProgram = components["schemas"]["ReferralProgram"];
export type ReferralReward = ReferralProgram["friend_reward"];
export type Referral = components["schemas"]["ReferralRead"];
export type ReferralPerson = components["schemas"]["ReferralPerson"];
export type ReferralAnalysis = components["schemas"]["ReferralAnalysis"];
export type TreeNode = components["schemas"]["TreeNode"];
export type ReferralState = Referral["state"];

export const PAGE_SIZE = 25;
/** Levels of the tree in one response. */
const DEPTH = 4;

const keys = {
  referrals: ["referrals"] as const,
};

/** The settings of the organisation's referral programme. */
export const referralProgramQuery = queryOptions({
  queryKey: [...keys.referrals, "program"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-referral-program", { body: {}, signal })),
  staleTime: 30_000,
});

/** Fetches a page of referrals, newest first. */
export function referralsQuery(state: ReferralState | null, page: number) {
  return queryOptions({
    queryKey: [...keys.referrals, "list", state, page],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/list-referrals", { body: { state, page, pageSize: PAGE_SIZE }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** Fetches totals, weeks, top referrers, and the tree of all customers or below one. */
export function referralAnalysisQuery(top: string | null, weeks: number) {
  return queryOptions({
    queryKey: [...keys.referrals, "analysis", top, weeks],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/refer-analysis", { body: { id: top, weeks, depth: DEPTH }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** Fetches a customer's referral code and link. */
export function referralCodeQuery(customerId: string) {
  return queryOptions({
    queryKey: [...keys.referrals, "code", customerId],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/referral-code", { body: { id: customerId, action: "get" }, signal })),
    staleTime: 5_000,
  });
}

function useRefresh() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: keys.referrals });
}

/** Saves the settings of the referral programme. */
export function useSaveReferralProgram() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ReferralProgram) =>
      answerOf(api.POST("/v1/save-referral-program", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Creates a customer's referral code. */
export function useCreateReferralCode() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (customerId: string) =>
      answerOf(
        api.POST("/v1/referral-code", { body: { id: customerId, action: "create" }, headers: idempotencyKey() }),
      ),
    onSettled: refresh,
  });
}

/** Approves or rejects a suspicious referral. */
export function useDecideReferral() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { referral_id: string; action: "approve" | "reject"; note: string }) =>
      answerOf(api.POST("/v1/decide-referral", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Names of rewards, sorted by price and name. */
export const rewardNamesQuery = queryOptions({
  queryKey: [...keys.referrals, "rewards"],
  queryFn: async ({ signal }) =>
    (await answerOf(api.POST("/v1/register-reward", { body: { action: "list", reward_list: [] }, signal }))).items,
  staleTime: 30_000,
});
