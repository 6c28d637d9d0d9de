import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

type Schemas = components["schemas"];
export type PaymentOptions = Schemas["PaymentOptions"];
export type Plan = Schemas["PlanRead"];
export type Price = Schemas["PriceRead"];
export type Subscription = Schemas["SubscriptionRead"];
export type PlanUsage = Schemas["PlanUsage"];
export type Quota = Schemas["QuotaUsage"];
export type Invoice = Schemas["InvoiceRead"];
export type Interval = "month" | "year";
export type PaidPlan = Schemas["CreateSubscription"]["plan"];
type Wanted = Schemas["PreviewPlanChange"];

const KEY = ["payment"];

/** Plans, prices, and what the organisation has bought. */
const optionsQuery = queryOptions({
  queryKey: [...KEY, "options"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/stripe-get-options", { body: {}, signal })),
});

const ASK_EVERY_MS = 3000;
const ASK_FOR_MS = 120_000;

/**
 * The same, but after a payment it is fetched again until Stripe has reported it, for two minutes at most. Until then,
 * the payment is awaited.
 */
export function usePaymentOptions(isBackFromBank: boolean) {
  const cache = useQueryClient();
  const [paid, setPaid] = useState<{ at: number; owned?: string }>(() => ({ at: isBackFromBank ? Date.now() : 0 }));
  const options = useQuery({
    ...optionsQuery,
    refetchInterval: () => (Date.now() - paid.at < ASK_FOR_MS ? ASK_EVERY_MS : false),
  });
  const owned = options.data && JSON.stringify([options.data.subscription, options.data.credits]);
  const before = useRef(owned);
  useEffect(() => {
    if (before.current !== undefined && before.current !== owned) {
      void cache.invalidateQueries({ queryKey: usageQuery.queryKey });
      void cache.invalidateQueries({ queryKey: invoicesQuery.queryKey });
    }
    before.current = owned;
  }, [cache, owned]);
  const isAwaited = paid.at > 0 && (paid.owned === undefined || paid.owned === owned);
  return { options, isAwaited, onPaid: () => setPaid({ at: Date.now(), owned }) };
}

/** The usage of the plan this month. */
export const usageQuery = queryOptions({
  queryKey: [...KEY, "usage"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-plan-usage", { body: {}, signal })),
});

/** The newest invoices. */
export const invoicesQuery = queryOptions({
  queryKey: [...KEY, "invoices"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-invoices", { body: {}, signal })),
});

/** Fetches what a change of plan costs now. */
export function previewQuery({ plan, interval }: Wanted) {
  return queryOptions({
    queryKey: [...KEY, "preview", plan, interval],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/preview-plan-change", { body: { plan, interval }, signal })),
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * Starts a subscription or a payment for credits. Returns what Stripe.js needs to confirm it, or null if nothing is
 * due.
 */
export function useStartPayment() {
  const cache = useQueryClient();
  return useMutation({
    // A refusal may mean that the plan was paid meanwhile, here or in another tab.
    onError: () => cache.invalidateQueries({ queryKey: optionsQuery.queryKey }),
    mutationFn: async (wanted: Schemas["CreateSubscription"] | Schemas["CreateIntent"]): Promise<string | null> => {
      const headers = idempotencyKey();
      const made =
        "plan" in wanted
          ? await answerOf(api.POST("/v1/stripe-create-subscription", { body: wanted, headers }))
          : await answerOf(api.POST("/v1/create-intent", { body: wanted, headers }));
      return made.client_secret ?? null;
    },
  });
}

/** Changes the plan at the price that the preview showed. */
export function useChangePlan() {
  return useChange((body: Schemas["ChangePlan"]) => api.POST("/v1/change-plan", { body, headers: idempotencyKey() }));
}

/** Cancels the plan at the end of its period, or resumes it. */
export function useEndPlan() {
  return useChange((isKept: boolean) => api.POST(isKept ? "/v1/resume-plan" : "/v1/cancel-plan", { body: {} }));
}

/** Creates a promotion code for plans. A retry of the same code does not create it twice. */
export function usePromotion() {
  return useMutation({
    mutationFn: (body: Schemas["CreatePromoCode"]) =>
      answerOf(api.POST("/v1/create-promo-code", { body, headers: idempotencyKey() })),
  });
}

/** Opens Stripe's page for cards, addresses and tax IDs. */
export function usePortal() {
  return useMutation({ mutationFn: () => answerOf(api.POST("/v1/create-portal-session", { body: {} })) });
}

function useChange<Input>(ask: (input: Input) => Parameters<typeof answerOf>[0]) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => answerOf(ask(input)),
    onSuccess: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}
