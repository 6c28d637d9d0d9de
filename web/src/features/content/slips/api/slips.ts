import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Draft, PrintSlip, Slip, SlipData } from "@/features/content/slips/types";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";
import { rebaseVersion, inOrder } from "@/shared/api/in-order";

type SlipCall = components["schemas"]["SlipCall"];

const SLIPS = ["slips"] as const;

/** One path serves every action, each with its own shape. */
function call(body: SlipCall, signal?: AbortSignal, key = idempotencyKey()) {
  return answerOf(api.POST("/v1/slip", { body, signal, headers: signal ? undefined : key }));
}

async function slipOf(...request: Parameters<typeof call>): Promise<Slip> {
  const answer = await call(...request);
  if (!("elements" in answer)) {
    throw new Error(`${request[0].action} gives a slip`);
  }
  return answer;
}

/** Fetches one page of slips. */
export function slipsQuery(page: number, pageSize: number, filter: string) {
  return queryOptions({
    queryKey: [...SLIPS, "list", page, pageSize, filter],
    queryFn: async ({ signal }) => {
      const answer = await call({ action: "get_all_slips", page, pageSize, filter: filter || null }, signal);
      if (!("items" in answer)) {
        throw new Error("get_all_slips gives a list");
      }
      return answer;
    },
    placeholderData: keepPreviousData,
  });
}

/** Fetches a whole slip. */
export function slipQuery(slipId: string) {
  return queryOptions({
    queryKey: [...SLIPS, "one", slipId],
    queryFn: ({ signal }) => slipOf({ action: "get_slip", slip_id: slipId }, signal),
  });
}

/** Creates a slip with the default layout of its kind. */
export function useCreateSlip() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (data: SlipData) => slipOf({ action: "create_slip", updated_data: data }),
    onSuccess: () => cache.invalidateQueries({ queryKey: SLIPS }),
  });
}

/** Saves the design. */
export function useUpdateSlip(slipId: string) {
  const cache = useQueryClient();
  const [saves] = useState(() =>
    inOrder<Draft & { version: number | null }, Slip>(
      (data, key) => slipOf({ action: "update_slip", slip_id: slipId, updated_data: data }, undefined, key),
      rebaseVersion,
    ),
  );
  return useMutation({
    mutationFn: saves.send,
    onSuccess: (slip) => {
      cache.setQueryData(slipQuery(slipId).queryKey, slip);
      return cache.invalidateQueries({ queryKey: [...SLIPS, "list"] });
    },
  });
}

/** Deletes a slip. */
export function useDeleteSlip() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (slipId: string) => deletionOf(call({ action: "delete_slip", slip_id: slipId })),
    onSettled: () => cache.invalidateQueries({ queryKey: [...SLIPS, "list"] }),
  });
}

/** Prints a slip: returns the file at once, or the job that creates it. */
export function usePrintSlip() {
  return useMutation({
    mutationFn: (body: PrintSlip) => answerOf(api.POST("/v1/print-slip", { body, headers: idempotencyKey() })),
  });
}
