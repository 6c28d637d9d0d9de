import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type PassCode = components["schemas"]["PassCodeRead"];

/** The pass to which a code leads. */
export function passCodeQuery(codeId: string) {
  return queryOptions({
    queryKey: ["passes", "code", codeId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-pass-code", { body: { code_id: codeId }, signal })),
  });
}

/** One pass, with everything that it shows. */
export function passQuery(passId: string) {
  return queryOptions({
    queryKey: ["passes", "one", passId],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/dev/pass/{pass_id}", { params: { path: { pass_id: passId } }, signal })),
  });
}

/** Passes to choose from, found by serial number, description or name of the holder. */
export function passChoicesQuery(text: string) {
  return queryOptions({
    queryKey: ["passes", "choices", text],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/dev/allpass", {
          params: { query: { page: 1, pageSize: 20, ...(text === "" ? {} : { filter: text }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Chooses the pass to which a code leads. */
export function useSavePassCode(codeId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { pass_id: string; is_personal: boolean; most: number }) =>
      answerOf(api.POST("/v1/save-pass-code", { body: { code_id: codeId, ...body }, headers: idempotencyKey() })),
    onSuccess: (saved) => cache.setQueryData(passCodeQuery(codeId).queryKey, saved),
    onSettled: () => cache.invalidateQueries({ queryKey: ["codes"] }),
  });
}
