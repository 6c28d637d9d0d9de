import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Utm } from "@/features/codes/codes/utm";
import { answerOf, api } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";

const KEY = ["utm-templates"] as const;

/** The organisation's templates of UTM parameters, by name. */
export const utmTemplatesQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => (await answerOf(api.POST("/v1/list-utm-templates", { body: {}, signal }))).items,
});

interface TemplateChange {
  templateId: string | null;
  name: string;
  utm: Utm;
}

/** Creates or updates a template of UTM parameters. */
export function useSaveUtmTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ templateId, name, utm }: TemplateChange) =>
      answerOf(api.POST("/v1/save-utm-template", { body: { template_id: templateId, name, utm } })),
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}

/** Deletes a template. Codes keep the parameters that it set. */
export function useDeleteUtmTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (templateId: string) =>
      deletionOf(answerOf(api.POST("/v1/delete-utm-template", { body: { template_id: templateId } }))),
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}
