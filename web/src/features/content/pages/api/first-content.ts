import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { updatePage } from "@/features/content/pages/api/pages";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Tone = components["schemas"]["Tone"];

/** Fetches a starter page for a kind of organisation. Nothing is stored. */
export function firstContentQuery(kind: string, tone: Tone, name: string) {
  return queryOptions({
    queryKey: ["pages", "first-content", kind, tone, name],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/generate-initial-content", {
          body: { kind, tone, name },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}

interface Answers {
  kind: string;
  tone: Tone;
  name: string;
}

/**
 * Creates a code with the starter page for these answers, publishes it, and returns the code's ID. After a failed call, a retry with the same
 * answers continues with the code and the page that already exist.
 */
export function useCreateFirstPage() {
  const cache = useQueryClient();
  const keys = useRef(new Map<string, ReturnType<typeof idempotencyKey>>());
  const keyOf = (body: unknown) => {
    const what = JSON.stringify(body);
    const key = keys.current.get(what) ?? idempotencyKey();
    keys.current.set(what, key);
    return key;
  };
  return useMutation({
    mutationFn: async ({ kind, tone, name: typed }: Answers) => {
      // Often the preview that is visible already. Right after the user has typed, it is fetched.
      const { blocks } = await cache.query(firstContentQuery(kind, tone, typed));
      const name = typed || "Our first page";
      const body = { name, type: "page" as const };
      const code = await answerOf(api.POST("/v1/qr/create-code", { body: body, headers: keyOf(body) }));
      const content = { name, code_id: code.code_id, blocks };
      const page = await answerOf(api.POST("/v1/gen-page", { body: content, headers: keyOf(content) }));
      await updatePage({ page_id: page.page_id, action: "publish" });
      return code.code_id;
    },
    onSettled: () => cache.invalidateQueries(),
  });
}
