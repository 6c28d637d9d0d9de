import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { codeKeys } from "@/features/codes/codes/api/keys";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type OneTimeState = components["schemas"]["OneTimeState"];
export type OneTimePage = components["schemas"]["OneTimePage"];
export type Batch = components["schemas"]["BatchRead"];

export interface OneTimeRequest {
  id: string;
  page: number;
  pageSize: number;
  state: OneTimeState | null;
}

/** Fetches one page of a base's one-time codes, with counts and batches. */
export function oneTimeQuery({ id, page, pageSize, state }: OneTimeRequest) {
  return queryOptions({
    queryKey: [...codeKeys.all, "one-time", id, page, pageSize, state],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/get-one-time-codes", { body: { id, page, pageSize, ...(state ? { state } : {}) }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Starts a job that creates a batch. */
export function useCreateOneTime() {
  return useRefreshing((body: { base_code_id: string; amount: number; name?: string }) =>
    answerOf(api.POST("/v1/qr/create_one_time_codes", { body, headers: idempotencyKey() })),
  );
}

/** Withdraws the unused one-time codes of a base or of a batch, or a single one. */
export function useWithdrawOneTime() {
  return useRefreshing((id: string) => answerOf(api.POST("/v1/qr/delete_one_time_codes", { body: { id } })));
}

/** Saves a batch as a CSV file. */
export function useExportOneTime() {
  return useMutation({
    mutationFn: async (id: string) => {
      const file = await answerOf(api.POST("/v1/export-one-time-codes", { body: { id } }));
      const bytes = Uint8Array.from(atob(file.data), (letter) => letter.charCodeAt(0));
      const address = URL.createObjectURL(new Blob([bytes], { type: file.media_type }));
      const link = document.createElement("a");
      link.href = address;
      link.download = file.file_name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
      return file.file_name;
    },
  });
}

function useRefreshing<Variables, Result>(change: (variables: Variables) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => cache.invalidateQueries({ queryKey: [...codeKeys.all, "one-time"] }),
  });
}
