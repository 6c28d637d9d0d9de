import { queryOptions } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/codes/api/keys";
import { answerOf, api } from "@/shared/api/client";

/** Fetches the number of codes that were created from a base, including one-time codes. */
export function childrenCountQuery(codeId: string) {
  return queryOptions({
    queryKey: [...codeKeys.lists, "children", codeId, "count"],
    queryFn: async ({ signal }) => {
      const body = { id: codeId, page: 1, pageSize: 1, deleted: false, one_time: true };
      return (await answerOf(api.POST("/v1/get-all-qr-codes/get-child", { body, signal }))).total;
    },
  });
}
