import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Certificate = components["schemas"]["CertificateRead"];
export type SaveCertificate = components["schemas"]["SaveCertificate"];

const CERTIFICATES = ["pass-certificates"] as const;

/** What passes are signed with, the one of new passes first. */
export const certificatesQuery = queryOptions({
  queryKey: CERTIFICATES,
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-pass-certificates", { body: {}, signal })),
});

/** Keeps a certificate; one of the same pass type is replaced. */
export function useSaveCertificate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveCertificate) =>
      answerOf(api.POST("/v1/save-pass-certificate", { body, headers: idempotencyKey() })),
    onSuccess: () => cache.invalidateQueries({ queryKey: CERTIFICATES }),
  });
}
