import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { memberKeys } from "@/features/org/organization/api/keys";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Invitation = components["schemas"]["InvitationPresented"];
type Answer = components["schemas"]["InvitationAnswer"];

/** Fetches the invitation for the token of a link. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: [...memberKeys.invitation, token],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-invitation", { body: { token }, signal })),
    staleTime: 0,
  });
}

/** Invitations to the verified address of the logged-in user. */
export const openInvitationsQuery = queryOptions({
  queryKey: memberKeys.openInvitations,
  queryFn: async ({ signal }) => (await answerOf(api.POST("/v1/list-invitations", { signal }))).items,
});

/** Accepts an invitation and joins the organisation. */
export function useAcceptInvitation() {
  return useMutation({
    mutationFn: (body: Answer) => answerOf(api.POST("/v1/accept-invitation", { body })),
  });
}

/** Declines an invitation. */
export function useDeclineInvitation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Answer) => answerOf(api.POST("/v1/decline-invitation", { body })),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: memberKeys.invitation }),
        cache.invalidateQueries({ queryKey: memberKeys.openInvitations }),
      ]),
  });
}

/** Returns the link of an invitation, to be sent by other means. */
export function useInvitationLink() {
  return useMutation({
    mutationFn: (invitationId: string) =>
      answerOf(api.POST("/v1/invitation-link", { body: { invitation_id: invitationId } })),
  });
}
