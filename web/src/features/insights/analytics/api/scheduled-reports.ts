import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";

export type ScheduledReport = components["schemas"]["ScheduleRead"];
export type SaveReport = components["schemas"]["SaveSchedule"];
export type ReportDraft = Pick<components["schemas"]["ReportDraft"], "name" | "question" | "cadence">;

const REPORTS = ["analytics", "scheduled-reports"] as const;

/** All reports by email, by name. */
export const reportsQuery = queryOptions({
  queryKey: REPORTS,
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-scheduled-reports", { body: {}, signal })),
});

/** Fetches a preview of a report's email. */
export function previewQuery(draft: ReportDraft) {
  return queryOptions({
    queryKey: ["analytics", "mail-preview", draft],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/preview-scheduled-report", { body: draft, signal })),
    staleTime: 60_000,
  });
}

/** Sends that email to the current user. */
export function useSendSample() {
  return useMutation({
    mutationFn: (draft: ReportDraft) =>
      answerOf(api.POST("/v1/send-report-sample", { body: draft, headers: idempotencyKey() })),
  });
}

/** Creates, changes or deletes a report. */
export function useReportChanges() {
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries({ queryKey: REPORTS });
  const save = useMutation({
    mutationFn: (body: SaveReport) =>
      answerOf(api.POST("/v1/save-scheduled-report", { body, headers: idempotencyKey() })),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (schedule_id: string) =>
      deletionOf(answerOf(api.POST("/v1/delete-scheduled-report", { body: { schedule_id } }))),
    onSettled,
  });
  return { save, remove };
}
