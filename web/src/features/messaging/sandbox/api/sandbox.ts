import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type SandboxMail = components["schemas"]["SandboxMessageRead"];

const SANDBOX = ["sandbox"] as const;
const LIVE_MS = 3_000;

/** The phones and mailboxes with messages that were stored instead of sent. */
export const sandboxQuery = queryOptions({
  queryKey: [...SANDBOX, "recipients"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-sandbox", { body: {}, signal })),
  refetchInterval: LIVE_MS,
});

/** Fetches the messages that a phone received and sent. */
export function phoneQuery(phone: string) {
  return queryOptions({
    queryKey: [...SANDBOX, "phone", phone],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-sandbox-phone", { body: { phone }, signal })),
    refetchInterval: LIVE_MS,
  });
}

/** Fetches the latest emails to an address. */
export function mailsQuery(recipient: string) {
  return queryOptions({
    queryKey: [...SANDBOX, "mails", recipient],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/get-sandbox-messages", {
          body: { channel: "email", recipient, page: 1, pageSize: 50 },
          signal,
        }),
      ),
    refetchInterval: LIVE_MS,
  });
}

/** Sends a text message from a phone of the sandbox. */
export function useReplyFromPhone() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { phone: string; text: string }) =>
      answerOf(api.POST("/v1/reply-in-sandbox", { body, headers: idempotencyKey() })),
    onSettled: () => cache.invalidateQueries({ queryKey: SANDBOX }),
  });
}

/** Does the same as the unsubscribe button of an email client (RFC 8058). */
export function useUnsubscribe() {
  return useMutation({
    mutationFn: async (url: string) => {
      const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
      const answer = await fetch(new URL(url).pathname, { method: "POST", body, credentials: "omit" });
      if (!answer.ok) {
        throw new Error(answer.statusText);
      }
    },
  });
}
