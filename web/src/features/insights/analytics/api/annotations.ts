import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";

export type Annotation = components["schemas"]["AnnotationRead"];
type ListAnnotations = components["schemas"]["ListAnnotations"];
type SaveAnnotation = components["schemas"]["SaveAnnotation"];

const ANNOTATIONS = ["analytics", "annotations"] as const;

/** Fetches the annotations of a period. With codes, only those about these codes or about all. */
export function annotationsQuery(from: string, to: string, codeIds: readonly string[]) {
  const body: ListAnnotations = { from, to, code_ids: [...codeIds] };
  return queryOptions({
    queryKey: [...ANNOTATIONS, body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-annotations", { body, signal })),
    staleTime: 30_000,
  });
}

/** Returns the codes in the filters of a query. */
export function codesIn({ filters }: QueryInput): string[] {
  return (filters?.code ?? filters?.base_code ?? []).filter((code) => code && !code.startsWith("-"));
}

/** Saves a new annotation, or the changes to one. */
export function useSaveAnnotation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveAnnotation) =>
      answerOf(api.POST("/v1/save-annotation", { body, headers: idempotencyKey() })),
    onSuccess: () => cache.invalidateQueries({ queryKey: ANNOTATIONS }),
  });
}

/** Deletes an annotation permanently. */
export function useDeleteAnnotation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (annotationId: string) =>
      deletionOf(answerOf(api.POST("/v1/delete-annotation", { body: { annotation_id: annotationId } }))),
    onSettled: () => cache.invalidateQueries({ queryKey: ANNOTATIONS }),
  });
}
