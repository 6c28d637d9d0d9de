import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";

export type GoogleAccount = components["schemas"]["GoogleAccountRead"];
type SaveGoogleAccount = components["schemas"]["SaveGoogleAccount"];

/** The account in whose name passes are saved in Google Wallet. */
export const accountQuery = queryOptions({
  queryKey: ["google-wallet", "account"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-google-wallet-account", { body: {}, signal })),
});

/** Saves a service account and replaces any existing one. */
export function useSaveAccount() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveGoogleAccount) => answerOf(api.POST("/v1/save-google-wallet-account", { body })),
    onSuccess: () => cache.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/** Checks whether Google accepts the key. */
export function useCheckAccount() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.POST("/v1/check-google-wallet-account", { body: {} })),
    onSettled: () => cache.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/** Removes the service account. */
export function useRemoveAccount() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => deletionOf(answerOf(api.POST("/v1/remove-google-wallet-account", { body: {} }))),
    onSettled: () => cache.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}
