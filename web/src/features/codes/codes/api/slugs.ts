import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/codes/api/keys";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Slugs = components["schemas"]["Slugs"];

/** Fetches the slugs of a code. */
export function slugsQuery(codeId: string) {
  return queryOptions({
    queryKey: [...codeKeys.detail(codeId), "slugs"],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-code-slugs", { body: { code_id: codeId }, signal })),
  });
}

interface SlugChange {
  codeId: string;
  /** Null shows the ID again. */
  slug: string | null;
  /** Whether to take the slug from the code that has it. */
  move?: boolean;
}

/** Adds a slug to a code, or chooses the one that is displayed. */
export function useSetSlug() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ codeId, slug, move = false }: SlugChange) =>
      answerOf(api.POST("/v1/set-code-slug", { body: { code_id: codeId, slug, move } })),
    onSettled: () => cache.invalidateQueries({ queryKey: codeKeys.all }),
  });
}
