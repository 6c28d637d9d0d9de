import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Action, CreateWall, UpdateWall, View } from "@/features/content/walls/types";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";

const WALLS = ["walls"] as const;
export const PAGE_SIZE = 24;
const REFETCH_MS = 5000;

/** Fetches one page of walls. */
export function wallsQuery(filter: string, page: number) {
  return queryOptions({
    queryKey: [...WALLS, "list", filter, page],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/selfiewall/get-selfiewalls", {
          body: { filter: filter || null, page, pageSize: PAGE_SIZE },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Fetches one wall. Its numbers are fetched again repeatedly while it is open. */
export function wallQuery(wallId: string) {
  return queryOptions({
    queryKey: [...WALLS, "one", wallId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/selfiewall/get-selfiewall", { body: { wall_id: wallId }, signal })),
    refetchInterval: REFETCH_MS,
  });
}

/** Fetches one page of a wall's pictures. */
export function postsQuery(wallId: string, view: View, page: number) {
  const filter = view === "reported" ? { reported: true } : { state: view };
  return queryOptions({
    queryKey: [...WALLS, "posts", wallId, view, page],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/selfiewall/get-posts", {
          body: { ...filter, wall_id: wallId, page, pageSize: PAGE_SIZE },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  });
}

/** Creates a wall. */
export function useCreateWall() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateWall) =>
      answerOf(api.POST("/v1/selfiewall/create-selfiewall", { body, headers: idempotencyKey() })),
    onSuccess: () => cache.invalidateQueries({ queryKey: WALLS }),
  });
}

/** Changes a wall's settings. */
export function useUpdateWall() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateWall) => answerOf(api.POST("/v1/selfiewall/update-selfiewall", { body })),
    onSuccess: () => cache.invalidateQueries({ queryKey: WALLS }),
  });
}

/** Deletes a wall. */
export function useDeleteWall() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (wallId: string) =>
      deletionOf(answerOf(api.POST("/v1/selfiewall/delete-selfiewall", { body: { wall_id: wallId } }))),
    onSuccess: () => cache.invalidateQueries({ queryKey: [...WALLS, "list"] }),
  });
}

/** Approves, rejects, pins, unpins or deletes pictures. */
export function useModerate(wallId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ postIds, action }: { postIds: string[]; action: Action }) =>
      answerOf(api.POST("/v1/selfiewall/moderate", { body: { wall_id: wallId, post_ids: postIds, action } })),
    onSettled: () => cache.invalidateQueries({ queryKey: WALLS }),
  });
}

/** Starts to pack a wall's pictures and returns the job's ID. */
export function useExportWall(wallId: string) {
  return useMutation({
    mutationFn: () => answerOf(api.POST("/v1/selfiewall/export", { body: { wall_id: wallId } })),
  });
}

/** Returns an address at which a file of the organisation can be downloaded for a quarter of an hour. */
export async function downloadAddress(key: string): Promise<string> {
  const signed = await answerOf(api.POST("/v1/generate-signed-url", { body: { action: "download", key } }));
  return signed.url;
}
