import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreatePoll } from "@/features/content/polls/types";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";

type GenerateQr = components["schemas"]["GenerateQr"];

const POLLS = ["polls"] as const;
const REFETCH_MS = 3000;

/** Fetches the polls of a code with their results, repeatedly while one is open. */
export function pollsQuery(codeId: string) {
  return queryOptions({
    queryKey: [...POLLS, codeId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-polls", { body: { code_id: codeId }, signal })),
    refetchInterval: ({ state }) => (state.data?.items.some((poll) => poll.is_open) ? REFETCH_MS : false),
  });
}

/** Creates a poll. */
export function useCreatePoll() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: CreatePoll) => answerOf(api.POST("/v1/create-poll", { body, headers: idempotencyKey() })),
    onSuccess: () => cache.invalidateQueries({ queryKey: POLLS }),
  });
}

/** Closes a poll, or opens it again and cancels its scheduled closing. */
export function useOpenPoll() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ codeId, pollId, isOpen }: { codeId: string; pollId: string; isOpen: boolean }) => {
      const changes = isOpen ? { is_open: true, closes_at: null } : { is_open: false };
      const body = { code_id: codeId, poll_id: pollId, ...changes };
      return answerOf(api.POST("/v1/update-poll", { body }));
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: POLLS }),
  });
}

/** Deletes a poll and its votes. */
export function useDeletePoll() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (poll: { codeId: string; pollId: string }) =>
      deletionOf(answerOf(api.POST("/v1/delete-poll", { body: { code_id: poll.codeId, poll_id: poll.pollId } }))),
    onSuccess: () => cache.invalidateQueries({ queryKey: POLLS }),
  });
}

/** Fetches a plain QR code of an address. */
export function linkPictureQuery(address: string) {
  return queryOptions({
    queryKey: [...POLLS, "picture", address],
    queryFn: ({ signal }) => {
      const body: GenerateQr = { content: address, type: "url", format: "svg" };
      return answerOf(api.POST("/v1/gen-qr", { body, signal }));
    },
    staleTime: Infinity,
  });
}
