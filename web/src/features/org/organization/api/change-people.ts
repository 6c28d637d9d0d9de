import { useMutation, useQueryClient } from "@tanstack/react-query";
import { memberKeys } from "@/features/org/organization/api/keys";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import { organizationQuery, type Role } from "@/shared/organization/organization";

function useRefreshedPeople() {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: memberKeys.people }),
      cache.invalidateQueries({ queryKey: organizationQuery.queryKey }),
    ]);
}

/** Invites a person by email. */
export function useInvitePerson() {
  const onSuccess = useRefreshedPeople();
  return useMutation({
    mutationFn: (body: { email: string; role: Role }) =>
      answerOf(api.POST("/v1/add-to-org", { body, headers: idempotencyKey() })),
    onSuccess,
  });
}

/** Changes a member's role. */
export function useChangeRole() {
  const onSettled = useRefreshedPeople();
  return useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
      answerOf(api.PUT("/v1/user-role/{userid}", { params: { path: { userid: userId } }, body: { role } })),
    onSettled,
  });
}

/** Removes a member, or withdraws an invitation. */
export function useRemovePerson() {
  const onSettled = useRefreshedPeople();
  return useMutation({
    mutationFn: (userId: string) =>
      deletionOf(answerOf(api.DELETE("/v1/user-role/{userid}", { params: { path: { userid: userId } } }))),
    onSettled,
  });
}
