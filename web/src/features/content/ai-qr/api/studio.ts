import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AiPicture, GenerateAiQr } from "@/features/content/ai-qr/types";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { isRefusal } from "@/shared/api/errors";

const STUDIO = ["ai-qr"] as const;
const ASK_AGAIN_MS = 1200;

/** Fetches the progress of a job, with the pictures that are ready. */
export function aiQrQuery(jobId: string) {
  return queryOptions({
    queryKey: [...STUDIO, "job", jobId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-ai-qr", { body: { job_id: jobId }, signal })),
    refetchInterval: ({ state: { data, error } }) =>
      isRefusal(error) || (data !== undefined && data.state !== "queued" && data.state !== "running")
        ? false
        : ASK_AGAIN_MS,
  });
}

/** The earlier pictures, newest first. */
export const pastPicturesQuery = queryOptions({
  queryKey: [...STUDIO, "past"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-ai-pictures", { body: { pageSize: 12 }, signal })),
});

/** Starts generating pictures. */
export function useGenerate() {
  return useMutation({
    mutationFn: (body: GenerateAiQr) => answerOf(api.POST("/v1/generate-ai-qr", { body, headers: idempotencyKey() })),
  });
}

/** Uses a picture for a code. */
export function useUsePicture() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ picture, codeId }: { picture: AiPicture; codeId: string }) =>
      answerOf(
        api.POST("/v1/use-ai-picture", {
          body: { job_id: picture.job_id, number: picture.number, code_id: codeId },
        }),
      ),
    onSuccess: () => refresh(cache),
  });
}

/** Restores a code's own design. */
export function useRestoreDesign() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (codeId: string) => answerOf(api.POST("/v1/use-drawn-picture", { body: { code_id: codeId } })),
    onSuccess: () => refresh(cache),
  });
}

/** Invalidates the codes too, because the addresses of their pictures change. */
function refresh(cache: QueryClient) {
  return Promise.all([cache.invalidateQueries({ queryKey: STUDIO }), cache.invalidateQueries({ queryKey: ["codes"] })]);
}
