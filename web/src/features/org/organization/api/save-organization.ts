import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

type CreateOrganization = components["schemas"]["CreateOrganization"];
type UpdateOrganization = components["schemas"]["UpdateOrganization"];

/** Creates an organisation, of which the user becomes the owner. */
export function useCreateOrganization() {
  return useMutation({
    mutationFn: (body: CreateOrganization) => answerOf(api.POST("/v0/create-org", { body, headers: idempotencyKey() })),
  });
}

/** Changes the organisation. Analytics depend on its time zone, so all queries are invalidated. */
export function useUpdateOrganization() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<UpdateOrganization>) => answerOf(api.POST("/v1/update-organization", { body })),
    onSuccess: () => cache.invalidateQueries(),
  });
}
