import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type ScheduledReport = components["schemas"]["ScheduleRead"];
export type SaveReport = components["schemas"]["SaveSchedule"];

const REPORTS = ["analytics", "scheduled-reports"] as const;

/** All reports by mail, by name. */
export const reportsQuery = queryOptions({
  queryKey: REPORTS,
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-scheduled-reports", { body: {}, signal })),
});

/** Makes or changes a report, or ends one. */
export function useReportChanges() {
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries({ queryKey: REPORTS });
  const save = useMutation({
    mutationFn: (body: SaveReport) =>
      answerOf(api.POST("/v1/save-scheduled-report", { body, headers: idempotencyKey() })),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (schedule_id: string) => answerOf(api.POST("/v1/delete-scheduled-report", { body: { schedule_id } })),
    onSettled,
  });
  return { save, remove };
}
