import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type GoogleAccount = components["schemas"]["GoogleAccountRead"];
type SaveGoogleAccount = components["schemas"]["SaveGoogleAccount"];

/** In whose name passes are saved in Google Wallet. */
export const accountQuery = queryOptions({
  queryKey: ["google-wallet", "account"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-google-wallet-account", { body: {}, signal })),
});

/** Keeps a service account in place of what there was. */
export function useSaveAccount() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveGoogleAccount) => answerOf(api.POST("/v1/save-google-wallet-account", { body })),
    onSuccess: () => cache.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/** Asks Google whether it takes the key. */
export function useCheckAccount() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.POST("/v1/check-google-wallet-account", { body: {} })),
    onSettled: () => cache.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/** Forgets the service account. */
export function useRemoveAccount() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.POST("/v1/remove-google-wallet-account", { body: {} })),
    onSettled: () => cache.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}
