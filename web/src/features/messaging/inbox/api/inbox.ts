import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";
import { INBOX } from "@/shared/messages/inbox";
import { everyMember } from "@/shared/organization/member-names";

export type Conversation = components["schemas"]["ConversationRead"];
type Thread = components["schemas"]["ConversationThread"];
export type Line = components["schemas"]["LineRead"];
export type CannedAnswer = components["schemas"]["CannedAnswerRead"];

/** The filter of a list of conversations. */
export type View = "open" | "unread" | "mine" | "unassigned" | "flagged" | "done" | "all";

const LIVE_MS = 5_000;
const THREAD = [...INBOX, "thread"] as const;
const ANSWERS = [...INBOX, "answers"] as const;

/** Fetches a page of conversations, latest first, repeatedly while it is visible. */
export function conversationsQuery(view: View, filter: string, page: number, pageSize: number) {
  const body = {
    filter,
    is_open: view === "all" ? null : view !== "done",
    only_unread: view === "unread",
    only_unassigned: view === "unassigned",
    only_flagged: view === "flagged",
    only_mine: view === "mine",
    page,
    pageSize,
  };
  return queryOptions({
    queryKey: [...INBOX, "list", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-conversations", { body, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });
}

/** Fetches a conversation with its messages and marks them as read, repeatedly while it is open. */
export function threadQuery(conversationId: string) {
  return queryOptions({
    queryKey: [...THREAD, conversationId],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/open-conversation", { body: { conversation_id: conversationId }, signal })),
    refetchInterval: LIVE_MS,
  });
}

/** The prepared replies. */
export const cannedAnswersQuery = queryOptions({
  queryKey: ANSWERS,
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-canned-answers", { body: {}, signal })),
  staleTime: 60_000,
});

/** The members to whom a conversation can be assigned. */
export const assigneesQuery = queryOptions({
  queryKey: [...INBOX, "members"],
  queryFn: async ({ signal }) => {
    const members = await everyMember(signal);
    return members.filter((one) => one.status === "active");
  },
  staleTime: 60_000,
});

function useKeepThread() {
  const cache = useQueryClient();
  return (thread: Thread) => {
    cache.setQueryData(threadQuery(thread.conversation.conversation_id).queryKey, thread);
    return cache.invalidateQueries({ queryKey: INBOX, predicate: ({ queryKey }) => queryKey[1] !== "thread" });
  };
}

interface Change {
  conversation_id: string;
  assigned_to?: string;
  is_open?: boolean;
  is_flagged?: boolean;
}

/** Assigns a conversation, closes or reopens it, or removes its flag. */
export function useChangeConversation() {
  const keep = useKeepThread();
  return useMutation({
    mutationFn: (body: Change) => answerOf(api.POST("/v1/change-conversation", { body })),
    onSuccess: keep,
  });
}

/** Records that a person wants no more text messages. */
export function useOptOut() {
  const keep = useKeepThread();
  return useMutation({
    mutationFn: (conversationId: string) =>
      answerOf(api.POST("/v1/opt-out-conversation", { body: { conversation_id: conversationId } })),
    onSuccess: keep,
  });
}

/** Sends a reply through the message gate. */
export function useAnswer() {
  const keep = useKeepThread();
  return useMutation({
    mutationFn: ({ conversationId, text }: { conversationId: string; text: string }) =>
      answerOf(
        api.POST("/v1/answer-conversation", {
          body: { conversation_id: conversationId, text },
          headers: idempotencyKey(),
        }),
      ),
    onSuccess: ({ thread }) => keep(thread),
  });
}

/** Fills in a canned answer with the values of its recipient. */
export function useWriteAnswer() {
  return useMutation({
    mutationFn: ({ conversationId, answerId }: { conversationId: string; answerId: string }) =>
      answerOf(api.POST("/v1/write-canned-answer", { body: { conversation_id: conversationId, answer_id: answerId } })),
  });
}

/** Saves a canned answer. A new one has no ID. */
export function useSaveAnswer() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { answer_id: string | null; name: string; text: string }) =>
      answerOf(api.POST("/v1/save-canned-answer", { body, headers: idempotencyKey() })),
    onSettled: () => cache.invalidateQueries({ queryKey: ANSWERS }),
  });
}

/** Deletes a canned answer. */
export function useDeleteAnswer() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (answerId: string) =>
      deletionOf(answerOf(api.POST("/v1/delete-canned-answer", { body: { answer_id: answerId } }))),
    onSettled: () => cache.invalidateQueries({ queryKey: ANSWERS }),
  });
}
