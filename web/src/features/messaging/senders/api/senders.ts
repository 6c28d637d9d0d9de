import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";

export type AvailableNumbers = components["schemas"]["AvailableNumbers"];
export type SenderNames = components["schemas"]["SenderNames"];
export type MessagingService = components["schemas"]["MessagingServiceRead"];
export type CampaignSettings = components["schemas"]["CampaignSettingsRead"];

const SENDERS = ["senders"] as const;

/** The organisation's numbers. Text messages come from the first. */
export const numbersQuery = queryOptions({
  queryKey: [...SENDERS, "numbers"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-numbers", { body: {}, signal })),
});

/** Sender names for text messages, and the countries in which they cannot be used. */
export const namesQuery = queryOptions({
  queryKey: [...SENDERS, "names"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-sender-names", { body: {}, signal })),
});

/** The messaging service and its registration, as stored at the provider. */
export const serviceQuery = queryOptions({
  queryKey: [...SENDERS, "service"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-messaging-service", { body: {}, signal })),
});

/** The settings of all campaigns: approval and prices. */
export const settingsQuery = queryOptions({
  queryKey: [...SENDERS, "settings"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-campaign-settings", { body: {}, signal })),
});

/** Searches for numbers that can be bought. */
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

/** Chooses the number from which text messages come. */
export function useChooseNumber() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (numberId: string) => answerOf(api.POST("/v1/choose-number", { body: { number_id: numberId } })),
    onSuccess: (numbers) => cache.setQueryData(numbersQuery.queryKey, numbers),
  });
}

/** Saves the settings of all campaigns. */
export function useSaveSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: CampaignSettings) => answerOf(api.POST("/v1/save-campaign-settings", { body })),
    onSuccess: (saved) => cache.setQueryData(settingsQuery.queryKey, saved),
  });
}

/** Sets how many segments per second a number sends. */
export function useSetRate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { number_id: string; per_second: number }) =>
      answerOf(api.POST("/v1/set-number-rate", { body })),
    onSuccess: (numbers) => cache.setQueryData(numbersQuery.queryKey, numbers),
  });
}

/** Saves the sender name for a country. */
export function useSaveName() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { country: string; name: string; is_registered: boolean }) =>
      answerOf(api.POST("/v1/save-sender-name", { body })),
    onSuccess: (names) => cache.setQueryData(namesQuery.queryKey, names),
  });
}

/** Removes the sender name for a country. */
export function useRemoveName() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (country: string) => deletionOf(answerOf(api.POST("/v1/remove-sender-name", { body: { country } }))),
    onSuccess: (names) =>
      names === undefined
        ? cache.invalidateQueries({ queryKey: namesQuery.queryKey })
        : cache.setQueryData(namesQuery.queryKey, names),
  });
}

/** Creates the messaging service, adds all numbers to it, or changes its rate. */
export function useMakeService() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (perSecond: number) =>
      answerOf(api.POST("/v1/make-messaging-service", { body: { per_second: perSecond }, headers: idempotencyKey() })),
    onSuccess: (service) => {
      cache.setQueryData(serviceQuery.queryKey, service);
      return cache.invalidateQueries({ queryKey: numbersQuery.queryKey });
    },
  });
}
