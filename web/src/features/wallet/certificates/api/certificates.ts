import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Certificate = components["schemas"]["CertificateRead"];
export type SaveCertificate = components["schemas"]["SaveCertificate"];

const CERTIFICATES = ["pass-certificates"] as const;

/** The certificates that sign passes. The first one signs new passes. */
export const certificatesQuery = queryOptions({
  queryKey: CERTIFICATES,
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-pass-certificates", { body: {}, signal })),
});

/** Saves a certificate. One with the same pass type is replaced. */
export function useSaveCertificate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveCertificate) =>
      answerOf(api.POST("/v1/save-pass-certificate", { body, headers: idempotencyKey() })),
    onSuccess: () => cache.invalidateQueries({ queryKey: CERTIFICATES }),
  });
}
