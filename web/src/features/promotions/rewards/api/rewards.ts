import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";

export type Reward = components["schemas"]["RewardRead"];
export type RewardDraft = components["schemas"]["RewardDraft"];
export type Program = components["schemas"]["Program"];
export type LoyaltyCard = components["schemas"]["CardRead"];
export type Movement = components["schemas"]["MovementRead"];
export type Unit = Reward["unit"];
/** Identifies a card: by an ID, the signed code on a phone, an address or a number. */
type Who = Partial<Record<"swapt_card_id" | "signed_code" | "customer_id" | "email" | "phone", string>>;

const keys = {
  rewards: ["rewards"] as const,
  program: ["rewards", "program"] as const,
  ledger: ["rewards", "ledger"] as const,
  card: ["rewards", "card"] as const,
};

/** Every reward, sorted by price and name. */
export const rewardsQuery = queryOptions({
  queryKey: [...keys.rewards, "list"],
  queryFn: ({ signal }) =>
    answerOf(api.POST("/v1/register-reward", { body: { action: "list", reward_list: [] }, signal })),
  staleTime: 5_000,
});

/** The settings of points and stamps. */
export const programQuery = queryOptions({
  queryKey: keys.program,
  queryFn: ({ signal }) => answerOf(api.POST("/v1/rewards/get-program", { body: {}, signal })),
  staleTime: 30_000,
});

/** Fetches a page of a customer's ledger, with their balances. */
export function ledgerQuery(customerId: string, page: number) {
  return queryOptions({
    queryKey: [...keys.ledger, customerId, page],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/rewards/get-ledger", { body: { customer_id: customerId, page, pageSize: 10 }, signal })),
    staleTime: 5_000,
  });
}

function useRefresh() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: keys.rewards });
}

/** Creates, changes or deletes a reward. */
export function useRegisterReward() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ action, draft }: { action: "create" | "update" | "delete"; draft: Partial<RewardDraft> }) => {
      const body = { action, reward_list: [draft as RewardDraft] };
      const call = answerOf(api.POST("/v1/register-reward", { body, headers: idempotencyKey() }));
      return action === "delete" ? deletionOf(call) : call;
    },
    onSettled: refresh,
  });
}

/** Saves the programme. */
export function useSaveProgram() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Program) => answerOf(api.POST("/v1/rewards/save-program", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Finds a card, with what it can redeem at a code if one is given. */
export function useFindCard() {
  return useMutation({
    mutationFn: (who: Who & { code_id?: string }) => answerOf(api.POST("/v1/rewards/get-swapt-card", { body: who })),
  });
}

type CardChange = Partial<components["schemas"]["PostCard"]>;

/** Creates a card, or gives, corrects or undoes points or stamps. The idempotency key makes it safe to retry. */
export function usePostCard() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: CardChange) => answerOf(api.POST("/v1/rewards/post-swapt-card", { body: body as never })),
    onSettled: refresh,
  });
}

type Redemption = Partial<components["schemas"]["Redeem"]>;

/** Redeems a reward, or undoes a redemption. */
export function useRedeem() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Redemption) => answerOf(api.POST("/v1/rewards/redeem", { body: body as never })),
    onSettled: refresh,
  });
}
