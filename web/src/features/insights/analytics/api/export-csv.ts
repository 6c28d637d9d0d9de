import { useMutation } from "@tanstack/react-query";
import { withFittingGranularity, type QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";
import { saveFile } from "@/shared/files/save-file";

export type ExportColumn = components["schemas"]["ExportColumn"];
export type FileFormat = "csv" | "parquet";

interface ExportRequest {
  /** A dimension, `series`, `events`, another table of rows, or `report:` and the name of a report. */
  table: string;
  question: QueryInput;
  format?: FileFormat;
  /** The code whose forms are exported. */
  id?: string | undefined;
  /** The dimension by which the rows of a report are split. */
  split?: string | undefined;
  /** Both dimensions of a cross table. */
  pair?: readonly [string, string] | undefined;
  /** Restricts the rows to the visitor with this name. */
  visitor?: string | null | undefined;
}

/** A file that was saved, or that a job creates. */
export interface ExportedFile {
  fileName: string;
  columns: ExportColumn[];
  jobId: string | null;
}

/** Saves a table as a file. One that is too long is created by a job, whose ID is in the response. */
export function useExportCsv() {
  return useMutation({
    mutationFn: async ({
      table,
      question,
      format = "csv",
      id,
      split,
      pair,
      visitor,
    }: ExportRequest): Promise<ExportedFile> => {
      const group_by = pair ? [...pair] : split === undefined ? [] : [split];
      const { file_name, media_type, data, columns, job_id } = await withFittingGranularity(question, (request) =>
        answerOf(
          api.POST("/v1/export-csv", {
            body: { from: table, params: { ...request, group_by, format, id, visitor } },
          }),
        ),
      );
      if (data) {
        saveFile({ file_name, media_type, data });
      }
      return { fileName: file_name, columns, jobId: job_id ?? null };
    },
  });
}
