import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";
import type { PassContent } from "@/shared/wallet/pass-content";

type Schemas = components["schemas"];
export type PassTemplate = Schemas["PassTemplateRead"];
export type PassTemplateSummary = Schemas["PassTemplateSummary"];
export type LintFinding = Schemas["LintFinding"];
export type Loss = Schemas["WalletLoss"];

export const PAGE_SIZE = 24;
const TEMPLATES = ["pass-templates"] as const;

const sent = (content: PassContent): Schemas["TemplateContent"] => ({ ...content, fields: [...content.fields] });

/** Fetches a page of templates, sorted by name. */
export function templatesQuery(filter: string, page: number) {
  return queryOptions({
    queryKey: [...TEMPLATES, "list", filter, page],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/list-pass-templates", { body: { page, pageSize: PAGE_SIZE, filter: filter || null }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Fetches a template with its draft. */
export function templateQuery(templateId: string) {
  return queryOptions({
    queryKey: [...TEMPLATES, "one", templateId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-pass-template", { body: { template_id: templateId }, signal })),
  });
}

/** Checks a draft and fetches the resulting pass of a sample person. */
export function checkQuery(content: PassContent, sample: Readonly<Record<string, string>>) {
  return queryOptions({
    queryKey: [...TEMPLATES, "check", content, sample],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/check-pass-template", { body: { content: sent(content), sample: { ...sample } }, signal }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 30_000,
  });
}

/** Fetches the published versions, newest first. */
export function versionsQuery(templateId: string) {
  return queryOptions({
    queryKey: [...TEMPLATES, "versions", templateId],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/list-pass-template-versions", { body: { template_id: templateId, pageSize: 50 }, signal }),
      ),
  });
}

interface Draft {
  template_id: string | null;
  name: string;
  content: PassContent;
  revision: number | null;
}

/** Saves a draft. Without an ID, creates a new template. */
export function useSaveTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ content, ...draft }: Draft) =>
      answerOf(
        api.POST("/v1/save-pass-template", { body: { ...draft, content: sent(content) }, headers: idempotencyKey() }),
      ),
    onSuccess: (saved) => {
      cache.setQueryData(templateQuery(saved.template_id).queryKey, saved);
      return cache.invalidateQueries({ queryKey: [...TEMPLATES, "list"] });
    },
  });
}

/** Publishes the draft of a certain revision. */
export function usePublishTemplate() {
  const refresh = useRefreshed();
  return useMutation({
    mutationFn: (body: { template_id: string; revision: number }) =>
      answerOf(api.POST("/v1/publish-pass-template", { body, headers: idempotencyKey() })),
    onSuccess: refresh,
  });
}

/** Restores a version as the draft, or publishes it again. */
export function useRestoreTemplate() {
  const refresh = useRefreshed();
  return useMutation({
    mutationFn: (body: { template_id: string; version: number; publish: boolean }) =>
      answerOf(api.POST("/v1/restore-pass-template", { body, headers: idempotencyKey() })),
    onSuccess: refresh,
  });
}

/** Deletes a template. Its passes stay. */
export function useDeleteTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (templateId: string) =>
      deletionOf(answerOf(api.POST("/v1/delete-pass-template", { body: { template_id: templateId } }))),
    onSettled: () => cache.invalidateQueries({ queryKey: [...TEMPLATES, "list"] }),
  });
}

/** Creates a pass from the published version. */
export function useCreatePass() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { template_id: string; customer_id: string | null; values: Record<string, string> }) =>
      answerOf(api.POST("/v1/create-pass-from-template", { body, headers: idempotencyKey() })),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ["passes"] });
      return cache.invalidateQueries({ queryKey: TEMPLATES });
    },
  });
}

function useRefreshed() {
  const cache = useQueryClient();
  return (changed: Schemas["PublishedPassTemplate"]) => {
    const { job_id: _, ...template } = changed;
    cache.setQueryData(templateQuery(template.template_id).queryKey, template);
    void cache.invalidateQueries({ queryKey: [...TEMPLATES, "versions", template.template_id] });
    return cache.invalidateQueries({ queryKey: [...TEMPLATES, "list"] });
  };
}
