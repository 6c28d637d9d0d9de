import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Finding = components["schemas"]["DestinationFinding"];

/** Fetches the codes whose destinations did not respond last night, or every address of one code. */
export function codeHealthQuery(codeId?: string) {
  return queryOptions({
    queryKey: ["code-health", codeId ?? "all"],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/get-code-health", { body: { page: 1, pageSize: 20, code_id: codeId ?? null }, signal })),
    staleTime: 5 * 60_000,
  });
}
