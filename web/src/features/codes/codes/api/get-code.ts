import { queryOptions } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/codes/api/keys";
import { answerOf, api } from "@/shared/api/client";

/** Fetches a whole code. */
export function codeQuery(codeId: string) {
  return queryOptions({
    queryKey: codeKeys.detail(codeId),
    queryFn: ({ signal }) => answerOf(api.POST("/v1/qr/get-code", { body: { code_id: codeId }, signal })),
  });
}
