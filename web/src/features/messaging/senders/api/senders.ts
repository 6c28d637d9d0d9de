import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type AvailableNumbers = components["schemas"]["AvailableNumbers"];
export type CampaignSettings = components["schemas"]["CampaignSettingsRead"];

const SENDERS = ["senders"] as const;

/** The organisation's numbers; text messages come from the first. */
export const numbersQuery = queryOptions({
  queryKey: [...SENDERS, "numbers"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-numbers", { body: {}, signal })),
});

/** What holds for all campaigns: approval and prices. */
export const settingsQuery = queryOptions({
  queryKey: [...SENDERS, "settings"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-campaign-settings", { body: {}, signal })),
});

/** Searches numbers that can be bought. */
export function useFindNumbers() {
  return useMutation({
    mutationFn: ({ country, areaCode }: { country: string; areaCode: string }) =>
      answerOf(
        api.POST("/v1/twilio/fetch-available-numbers", {
          body: { country, area_code: areaCode === "" ? null : areaCode },
        }),
      ),
  });
}

/** Buys a number. */
export function useBuyNumber() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { phone: string; country: string }) =>
      answerOf(api.POST("/v1/twilio/purchase-number", { body, headers: idempotencyKey() })),
    onSettled: () => cache.invalidateQueries({ queryKey: SENDERS }),
  });
}

/** Sends text messages from one of the numbers. */
export function useChooseNumber() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (numberId: string) => answerOf(api.POST("/v1/choose-number", { body: { number_id: numberId } })),
    onSuccess: (numbers) => cache.setQueryData(numbersQuery.queryKey, numbers),
  });
}

/** Saves what holds for all campaigns. */
export function useSaveSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: CampaignSettings) => answerOf(api.POST("/v1/save-campaign-settings", { body })),
    onSuccess: (saved) => cache.setQueryData(settingsQuery.queryKey, saved),
  });
}
