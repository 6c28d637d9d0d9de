import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { promoKeys } from "@/features/promotions/promo-locks/api/keys";
import type { PromoState } from "@/features/promotions/promo-locks/types";
import { answerOf, api } from "@/shared/api/client";

interface PageOf {
  page: number;
  filter: string;
}

/** Fetches the lock of a code, its batches and the states of its promo codes. */
export function lockQuery(codeId: string) {
  return queryOptions({
    queryKey: promoKeys.lock(codeId),
    queryFn: ({ signal }) => answerOf(api.POST("/v1/promo_lock/get_lock", { body: { qr_id: codeId }, signal })),
  });
}

/** Fetches one page of promo codes. */
export function promoCodesQuery(codeId: string, view: PageOf & { state: PromoState | null }) {
  return queryOptions({
    queryKey: promoKeys.codes(codeId, view),
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/promo_lock/list_promo_codes", { body: { qr_id: codeId, pageSize: 10, ...view }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Fetches one page of uses, newest first, with the totals. */
export function usesQuery(codeId: string, view: PageOf) {
  return queryOptions({
    queryKey: promoKeys.uses(codeId, view),
    queryFn: async ({ signal }) => {
      const body = { qr_id: codeId, pageSize: 10, ...view };
      const usage = await answerOf(api.POST("/v1/promo_lock/promo_code_usage", { body, signal }));
      if (!("items" in usage)) {
        throw new Error("without a promo code this lists uses");
      }
      return usage;
    },
    placeholderData: keepPreviousData,
  });
}

/** Fetches one page of alarms, newest first. */
export function alarmsQuery(codeId: string, page: number) {
  return queryOptions({
    queryKey: promoKeys.alarms(codeId, page),
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/promo_lock/list_alarms", { body: { qr_id: codeId, page, pageSize: 10 }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Fetches whether there is a master key, and how it was used. */
export function masterKeyQuery(codeId: string) {
  return queryOptions({
    queryKey: promoKeys.masterKey(codeId),
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/promo_lock/get_master_key_promo_code", { body: { qr_id: codeId }, signal })),
  });
}
