import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { updatePage } from "@/features/pages/api/pages";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Tone = components["schemas"]["Tone"];

/** A starter page for a kind of organisation; nothing is kept. */
export function firstContentQuery(kind: string, tone: Tone, name: string) {
  return queryOptions({
    queryKey: ["pages", "first-content", kind, tone, name],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/generate-initial-content", {
          body: { kind, tone, name } as components["schemas"]["GenerateContent"],
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}

/** Makes a code with this page on it and publishes it; gives the code's id. */
export function useBeginWithPage() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, blocks }: { name: string; blocks: Record<string, unknown> }) => {
      const wanted = { name, type: "page" } as components["schemas"]["CreateCode"];
      const code = await answerOf(api.POST("/v1/qr/create-code", { body: wanted, headers: idempotencyKey() }));
      const page = await answerOf(
        api.POST("/v1/gen-page", { body: { name, code_id: code.code_id, blocks }, headers: idempotencyKey() }),
      );
      await updatePage({ page_id: page.page_id, action: "publish" });
      return code.code_id;
    },
    onSettled: () => cache.invalidateQueries(),
  });
}
