import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";

export type SavedView = components["schemas"]["ViewRead"];
type SaveView = components["schemas"]["SaveView"];

const VIEWS = ["analytics", "views"] as const;

/** The current user's views and those of the organisation, by name. */
export const viewsQuery = queryOptions({
  queryKey: VIEWS,
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-views", { body: {}, signal })),
  staleTime: 5 * 60_000,
});

/** Saves, changes or deletes a view, or makes it the default. */
export function useViewChanges() {
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries({ queryKey: VIEWS });
  const save = useMutation({
    mutationFn: (body: SaveView) => answerOf(api.POST("/v1/save-view", { body, headers: idempotencyKey() })),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (view_id: string) => deletionOf(answerOf(api.POST("/v1/delete-view", { body: { view_id } }))),
    onSettled,
  });
  const setDefault = useMutation({
    mutationFn: (view_id: string | null) => answerOf(api.POST("/v1/set-default-view", { body: { view_id } })),
    onSettled,
  });
  return { save, remove, setDefault };
}
