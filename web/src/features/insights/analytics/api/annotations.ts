import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Annotation = components["schemas"]["AnnotationRead"];
type ListAnnotations = components["schemas"]["ListAnnotations"];
type SaveAnnotation = components["schemas"]["SaveAnnotation"];

const ANNOTATIONS = ["analytics", "annotations"] as const;

/** What happened in a stretch of time; with codes, only what is about these or about all. */
export function annotationsQuery(from: string, to: string, codeIds: readonly string[]) {
  const body: ListAnnotations = { from, to, code_ids: [...codeIds] };
  return queryOptions({
    queryKey: [...ANNOTATIONS, body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-annotations", { body, signal })),
    staleTime: 30_000,
  });
}

/** The codes that a question is narrowed to, as far as it names them. */
export function codesIn({ filters }: QueryInput): string[] {
  return (filters?.code ?? filters?.base_code ?? []).filter((code) => code && !code.startsWith("-"));
}

/** Keeps a new note on the numbers, or what one says from now on. */
export function useSaveAnnotation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveAnnotation) =>
      answerOf(api.POST("/v1/save-annotation", { body, headers: idempotencyKey() })),
    onSuccess: () => cache.invalidateQueries({ queryKey: ANNOTATIONS }),
  });
}

/** Removes a note for good. */
export function useDeleteAnnotation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (annotationId: string) =>
      answerOf(api.POST("/v1/delete-annotation", { body: { annotation_id: annotationId } })),
    onSettled: () => cache.invalidateQueries({ queryKey: ANNOTATIONS }),
  });
}
