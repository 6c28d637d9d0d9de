import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";
import { domainsQuery } from "@/shared/domains/domains";

type UpdateDomain = components["schemas"]["UpdateDomain"];
type RemoveDomain = components["schemas"]["RemoveDomain"];

/** Adds a custom domain. */
export function useAddDomain() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (host: string) => answerOf(api.POST("/v1/add-domain", { body: { host }, headers: idempotencyKey() })),
    onSuccess: () => cache.invalidateQueries({ queryKey: domainsQuery.queryKey }),
  });
}

/** Checks the verification of a domain now. */
export function useCheckDomain() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (domainId: string) => answerOf(api.POST("/v1/check-domain", { body: { domain_id: domainId } })),
    onSettled: () => cache.invalidateQueries({ queryKey: domainsQuery.queryKey }),
  });
}

/** Changes the default domain or the redirects. URLs of codes depend on it, so all queries are invalidated. */
export function useUpdateDomain() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateDomain) => answerOf(api.POST("/v1/update-domain", { body })),
    onSuccess: () => cache.invalidateQueries(),
  });
}

/** Removes a domain. */
export function useRemoveDomain() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: RemoveDomain) => deletionOf(answerOf(api.POST("/v1/remove-domain", { body }))),
    onSettled: () => cache.invalidateQueries(),
  });
}
