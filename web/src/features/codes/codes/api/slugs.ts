import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/codes/api/keys";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Slugs = components["schemas"]["Slugs"];

/** The names that a code opens under. */
export function slugsQuery(codeId: string) {
  return queryOptions({
    queryKey: [...codeKeys.detail(codeId), "slugs"],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-code-slugs", { body: { code_id: codeId }, signal })),
  });
}

interface SlugChange {
  codeId: string;
  /** Null shows the id again. */
  slug: string | null;
  /** Take it away from the code that has it. */
  move?: boolean;
}

/** Gives a code a name, or chooses the one that is shown. */
export function useSetSlug() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ codeId, slug, move = false }: SlugChange) =>
      answerOf(api.POST("/v1/set-code-slug", { body: { code_id: codeId, slug, move } })),
    onSettled: () => cache.invalidateQueries({ queryKey: codeKeys.all }),
  });
}
