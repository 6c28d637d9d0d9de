import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";
import { saveFile } from "@/shared/files/save-file";

export type RewardReportRow = components["schemas"]["ReportPage"]["rows"][number];
export type Interval = "30day" | "90day" | "1year" | "all";

const MONTHS = 500;

/** Fetches the rows of a warehouse report over a preset range. */
export function rewardReportQuery(report: string, interval: Interval, limit = MONTHS) {
  const body = { report, interval, limit };
  return queryOptions({
    queryKey: ["analytics", "report", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-report", { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Saves a report as a CSV file. The response has no data if a job creates it. */
export function useSaveReport() {
  return useMutation({
    mutationFn: async ({ report, interval }: { report: string; interval: Interval }) => {
      const params = { interval, format: "csv" as const };
      const file = await answerOf(api.POST("/v1/export-csv", { body: { from: `report:${report}`, params } }));
      if (file.data) {
        saveFile({ file_name: file.file_name, media_type: file.media_type, data: file.data });
      }
      return file;
    },
  });
}
