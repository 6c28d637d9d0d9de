import { plural } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { everyPage } from "@/shared/api/every-page";
import type { components } from "@/shared/api/schema";
import { MOST_FOUND, type Named, type NameSource } from "@/shared/search-picker/name-source";

export interface NamedBatch extends Named {
  /** The code that the promo codes open. */
  codeId: string;
}

function named({ batch_id, name, code_name, code_id, left }: components["schemas"]["VoucherBatchRead"]): NamedBatch {
  const parts = [name, code_name, plural(left, { one: "# left", other: "# left" })];
  return { id: batch_id, name: parts.filter(Boolean).join(" · "), codeId: code_id };
}

/** The batches of promo codes of all codes, newest first. */
export const batchSource: NameSource<NamedBatch> = {
  key: ["promo-batches", "pick"],
  search: async (text, signal) => {
    const body = { filter: text || null, page: 1, pageSize: MOST_FOUND };
    return (await answerOf(api.POST("/v1/promo_lock/list_batches", { body, signal }))).items.map(named);
  },
  // The API has no single batch. Only a chosen one that is not among the newest needs this.
  find: async (id, signal) => {
    const batches = await everyPage((page, pageSize) =>
      answerOf(api.POST("/v1/promo_lock/list_batches", { body: { page, pageSize }, signal })),
    );
    const batch = batches.find(({ batch_id }) => batch_id === id);
    return batch === undefined ? null : named(batch);
  },
};

/** The code that the promo codes of a chosen batch open; null until it is known. */
export function useCodeOfBatch(batchId: string): string | null {
  const { key, find } = batchSource;
  const { data } = useQuery({
    queryKey: [...key, "one", batchId],
    queryFn: ({ signal }) => find(batchId, signal),
    enabled: batchId !== "",
  });
  return data?.codeId ?? null;
}
