import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";
import { saveBlob } from "@/shared/files/save-file";

export type SqlRows = components["schemas"]["SqlRows"];
export type SqlTables = components["schemas"]["SqlTables"];
export type SqlFormat = "csv" | "json" | "arrow" | "parquet";

/** The number of rows on the screen. Files contain as many as the installation allows. */
const SHOWN_ROWS = 1000;

/** The tables and macros that a query may use. They change only with the product and the organisation's time zone. */
export const sqlTablesQuery = queryOptions({
  queryKey: ["analytics", "sql"],
  queryFn: ({ signal }) => answerOf(api.GET("/v1/analytics/sql", { signal })),
  staleTime: 300_000,
});

/** Runs a query and returns its rows. Aborting the signal also cancels the query on the server. */
export function runSql(sql: string, signal: AbortSignal): Promise<SqlRows> {
  const call = api.POST("/v1/analytics/sql", { body: { sql, format: "json", max_rows: SHOWN_ROWS }, signal });
  return answerOf(call);
}

const FILES: Record<SqlFormat, { ending: string; type: string }> = {
  csv: { ending: "csv", type: "text/csv;charset=utf-8" },
  json: { ending: "json", type: "application/json" },
  arrow: { ending: "arrows", type: "application/vnd.apache.arrow.stream" },
  parquet: { ending: "parquet", type: "application/vnd.apache.parquet" },
};

/** Without it, Excel reads UTF-8 as the system's own code page. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Runs the query again for all rows that the installation allows, saves them as a file, and returns whether rows were
 * cut off.
 */
export async function saveSql(
  sql: string,
  format: SqlFormat,
  maxRows: number,
): Promise<{ isCut: boolean; rows: number }> {
  const call = api.POST("/v1/analytics/sql", { body: { sql, format, max_rows: maxRows }, parseAs: "blob" });
  const content: unknown = await answerOf(call);
  const { response } = await call;
  const { ending, type } = FILES[format];
  const parts = [...(format === "csv" ? [BYTE_ORDER_MARK] : []), content as Blob];
  saveBlob(`query.${ending}`, new Blob(parts, { type }));
  return {
    isCut: response.headers.get("X-Truncated") === "true",
    rows: Number(response.headers.get("X-Row-Count") ?? 0),
  };
}
