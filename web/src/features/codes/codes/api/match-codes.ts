import type { ListCodes } from "@/features/codes/codes/types";
import { answerOf, api } from "@/shared/api/client";

/** So many codes can be chosen together; an organisation may have many more. */
export const MAX_SELECTED = 5_000;

export interface Matching {
  ids: Set<string>;
  /** How many matched at that moment, those past the first 5,000 too. */
  total: number;
}

/** The ids of all codes that a list shows over all its pages, in its order, as they are at one moment. */
export async function matchingCodes(body: Partial<ListCodes>, signal: AbortSignal): Promise<Matching> {
  const criteria = { ...body, page: undefined, pageSize: undefined, most: MAX_SELECTED };
  const wanted = criteria;
  const { items, total } = await answerOf(api.POST("/v1/get-all-qr-codes/get-name-id", { body: wanted, signal }));
  return { ids: new Set(items.map((code) => code.code_id)), total };
}
