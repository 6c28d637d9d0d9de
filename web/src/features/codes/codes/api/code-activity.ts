import { queryOptions } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/codes/api/keys";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type CodeActivity = components["schemas"]["CodeActivityRead"];
/** Scans of codes by their ID. Empty while they are unknown. */
export type ActivityOfCodes = ReadonlyMap<string, CodeActivity>;

export const NO_ACTIVITY: ActivityOfCodes = new Map();

/** Fetches the scans of the last 30 days for the codes on one page. */
export function codeActivityQuery(codeIds: readonly string[]) {
  return queryOptions({
    queryKey: [...codeKeys.all, "activity", codeIds],
    queryFn: async ({ signal }): Promise<ActivityOfCodes> => {
      const answer = await answerOf(api.POST("/v1/get-code-activity", { body: { code_ids: [...codeIds] }, signal }));
      return new Map(answer.items.map((one) => [one.code_id, one]));
    },
    enabled: codeIds.length > 0,
    staleTime: 30_000,
  });
}
