import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { memberKeys } from "@/features/org/organization/api/keys";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";
import type { Role } from "@/shared/organization/organization";

export type ApiKey = components["schemas"]["KeyItem"];
type ApiKeyAction = components["schemas"]["ApiKeyAction"];

function act(body: Partial<ApiKeyAction>, signal?: AbortSignal) {
  const headers = body.action === "list" ? {} : idempotencyKey();
  return answerOf(api.POST("/v1/api_key", { body, headers, signal }));
}

/** All keys, without their secrets. */
export const apiKeysQuery = queryOptions({
  queryKey: memberKeys.apiKeys,
  queryFn: async ({ signal }): Promise<ApiKey[]> => {
    const answer = await act({ action: "list" }, signal);
    return answer.action === "list" ? answer.items : [];
  },
});

/** Creates a key. Its secret is in this response and nowhere else. */
export function useCreateApiKey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, role }: { name: string; role: Role }): Promise<string> => {
      const answer = await act({ action: "make", name, role });
      return answer.action === "make" ? answer.api_key : "";
    },
    // If the response was lost, the key exists all the same, and must be listed so that it can be revoked.
    onSettled: () => cache.invalidateQueries({ queryKey: memberKeys.apiKeys }),
  });
}

/** Revokes a key. */
export function useRevokeApiKey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) => deletionOf(act({ action: "revoke", key_id: keyId })),
    onSettled: () => cache.invalidateQueries({ queryKey: memberKeys.apiKeys }),
  });
}
