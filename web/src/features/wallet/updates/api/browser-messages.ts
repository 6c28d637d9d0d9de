import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { PAGE_SIZE, RUNNING_MS, type UpdateAction, UPDATES } from "@/features/wallet/updates/api/updates";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type BrowserMessage = components["schemas"]["BrowserMessageRead"];

/** A page of messages to browsers, newest first; refetched while one is running. */
export function browserMessagesQuery(page: number) {
  return queryOptions({
    queryKey: [...UPDATES, "browser-messages", page],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/list-web-push-messages", { body: { page, pageSize: PAGE_SIZE }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === "running" || one.state === "scheduled") ? RUNNING_MS : false,
    placeholderData: keepPreviousData,
  });
}

/** The number of subscribed browsers of a segment, or of all. */
export function browsersQuery(segmentId: string | null) {
  return queryOptions({
    queryKey: [...UPDATES, "browsers", segmentId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/preview-web-push", { body: { segment_id: segmentId }, signal })),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Pauses, resumes or cancels a message. */
export function useChangeBrowserMessage() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ message_id, action }: { message_id: string; action: UpdateAction }) =>
      answerOf(api.POST("/v1/change-web-push-message", { body: { message_id, action } })),
    onSettled: () => cache.invalidateQueries({ queryKey: UPDATES }),
  });
}
