import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";
import { saveFile } from "@/shared/files/save-file";

export type Form = components["schemas"]["FormRead"];
export type FormDetail = components["schemas"]["FormDetail"];
export type Answer = components["schemas"]["SubmissionRead"];

export const FORMS_PER_PAGE = 20;
export const ANSWERS_PER_PAGE = 25;

/** A form of a page. */
export interface FormName {
  page_id: string;
  form_id: string;
}

/** The filter of a form's answers. */
export interface AnswerChoice {
  filter: string;
  unread: boolean;
  /** ISO 8601, or null for all time. */
  from: string | null;
  page: number;
}

const keys = { all: ["forms"] as const, places: ["pages", "places"] as const };

/** Fetches the forms of all pages or of one, those with the latest answers first. */
export function formsQuery(params: { page: number; filter: string; page_id: string | null }) {
  const body = { ...params, filter: params.filter || null, pageSize: FORMS_PER_PAGE };
  return queryOptions({
    queryKey: [...keys.all, "list", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-forms", { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** Fetches a form with its questions. */
export function formQuery(form: FormName) {
  return queryOptions({
    queryKey: [...keys.all, "one", form],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-form", { body: form, signal })),
    staleTime: 5_000,
  });
}

/** Fetches the answers to a form, newest first. */
export function answersQuery(form: FormName, { filter, unread, from, page }: AnswerChoice) {
  const body = { ...form, filter: filter || null, unread: unread || null, from, page, pageSize: ANSWERS_PER_PAGE };
  return queryOptions({
    queryKey: [...keys.all, "answers", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-submit-data", { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** Fetches how far people got with forms in the last 30 days, field by field. Counted where a code opens the page. */
export function dropOffQuery(codeId: string) {
  return queryOptions({
    queryKey: [...keys.all, "drop-off", codeId],
    queryFn: async ({ signal }) => {
      const body = { report: "form_fields", interval: "30day" as const, filters: { code: [codeId] }, limit: 1000 };
      return (await answerOf(api.POST("/v1/get-report", { body, signal }))).rows;
    },
    staleTime: 60_000,
    retry: false,
  });
}

function useRefresh() {
  const cache = useQueryClient();
  return () =>
    Promise.all([cache.invalidateQueries({ queryKey: keys.all }), cache.invalidateQueries({ queryKey: keys.places })]);
}

/** Marks answers as read or unread, for the whole organisation. */
export function useMarkAnswers() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Partial<components["schemas"]["MarkSubmissions"]>) =>
      answerOf(api.POST("/v1/mark-submissions", { body })),
    onSettled: refresh,
  });
}

/** Deletes one answer. The places that it reserved become free again. */
export function useDeleteAnswer() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (submissionId: string) =>
      deletionOf(answerOf(api.POST("/v1/delete-submission", { body: { submission_id: submissionId } }))),
    onSettled: refresh,
  });
}

/** Turns email notifications to the current user about a form's new answers on or off. */
export function useWatchForm() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: FormName & { by_mail: boolean }) =>
      answerOf(api.POST("/v1/watch-form", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Saves a form's answers as a file with a column for each question. A job creates it if there are many. */
export function useExportAnswers() {
  return useMutation({
    mutationFn: async (form: FormName) => {
      const body = { from: "submissions", params: { ...form, format: "csv" as const } };
      const { file_name, media_type, data } = await answerOf(api.POST("/v1/export-csv", { body }));
      if (data) {
        saveFile({ file_name, media_type, data });
      }
      return Boolean(data);
    },
  });
}
