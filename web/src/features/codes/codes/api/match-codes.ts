import type { ListCodes } from "@/features/codes/codes/types";
import { answerOf, api } from "@/shared/api/client";

/** The number of codes that can be selected together. An organisation may have many more. */
export const MAX_SELECTED = 5_000;

export interface Matching {
  ids: Set<string>;
  /** How many codes matched at that moment, including those beyond the first 5,000. */
  total: number;
}

/** Returns the IDs of all codes on all pages of a list, in its order, as of one moment. */
export async function matchingCodes(body: Partial<ListCodes>, signal: AbortSignal): Promise<Matching> {
  const criteria = { ...body, page: undefined, pageSize: undefined, most: MAX_SELECTED };
  const wanted = criteria;
  const { items, total } = await answerOf(api.POST("/v1/get-all-qr-codes/get-name-id", { body: wanted, signal }));
  return { ids: new Set(items.map((code) => code.code_id)), total };
}
