import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";

export type MailDomain = components["schemas"]["MailDomainRead"];

const MAIL_DOMAINS = ["senders", "mail-domains"] as const;

/** The mail domains. Emails come from the first verified one. */
export const mailDomainsQuery = queryOptions({
  queryKey: MAIL_DOMAINS,
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-mail-domains", { body: {}, signal })),
});

/** Adds a mail domain. */
export function useAddMailDomain() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { domain: string; mailbox: string; sender_name: string }) =>
      answerOf(api.POST("/v1/add-mail-domain", { body, headers: idempotencyKey() })),
    onSettled: () => cache.invalidateQueries({ queryKey: MAIL_DOMAINS }),
  });
}

/** Checks a domain’s DNS records, chooses it as the sender, or removes it. */
export function useMailDomainAction() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ domainId, action }: { domainId: string; action: "check" | "choose" | "remove" }) => {
      const body = { domain_id: domainId };
      if (action === "check") {
        await answerOf(api.POST("/v1/check-mail-domain", { body }));
      } else if (action === "choose") {
        await answerOf(api.POST("/v1/choose-mail-domain", { body }));
      } else {
        await deletionOf(answerOf(api.POST("/v1/remove-mail-domain", { body })));
      }
    },
    onSettled: () => cache.invalidateQueries({ queryKey: MAIL_DOMAINS }),
  });
}
