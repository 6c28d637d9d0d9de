import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { INTEGRATIONS_KEY } from "@/shared/integrations/integrations";

const groupsQuery = (kind: "lists" | "groups") =>
  queryOptions({
    queryKey: [...INTEGRATIONS_KEY, kind],
    queryFn: ({ signal }) => answerOf(api.POST(`/v1/get-klaviyo-${kind}`, { body: {}, signal })),
  });

export type GroupsQuery = ReturnType<typeof groupsQuery>;

/** Lists of the connected Klaviyo account. */
export const listsQuery = groupsQuery("lists");

/** Its segments, which Klaviyo formerly called groups. */
export const segmentsQuery = groupsQuery("groups");

/** Creates a list in the Klaviyo account. */
export function useCreateList() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      answerOf(api.POST("/v0/create-klaviyo-list", { body: { name }, headers: idempotencyKey() })),
    onSettled: () => cache.invalidateQueries({ queryKey: INTEGRATIONS_KEY }),
  });
}
