import { useMutation } from "@tanstack/react-query";
import type { Question } from "@/features/analytics/api/get-analytics";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";
import { saveFile } from "@/shared/files/save-file";

type ExportCsv = components["schemas"]["ExportCsv"];

interface Wanted {
  /** A dimension, `series` or `events`. */
  table: string;
  question: Question;
}

/** Saves a table as a CSV file; one that is too long is made by a job, whose id the answer has. */
export function useExportCsv() {
  return useMutation({
    mutationFn: async ({ table, question }: Wanted) => {
      const body = { from: table, params: { ...question, group_by: [] } } as ExportCsv;
      const { file_name, media_type, data, job_id } = await answerOf(api.POST("/v1/export-csv", { body }));
      if (data) {
        saveFile({ file_name, media_type, data });
      }
      return { fileName: file_name, jobId: job_id ?? null };
    },
  });
}
