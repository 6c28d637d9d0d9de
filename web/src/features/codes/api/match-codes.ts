import type { ListCodes } from "@/features/codes/types";
import { answerOf, api } from "@/shared/api/client";

/** So many codes can be chosen together; an organisation may have many more. */
export const MOST_CHOSEN = 5_000;
const PAGE = 100;

/** The ids of all codes that a list shows over all its pages, in its order; the first 5,000 when there are more. */
export async function matchingCodes(body: Partial<ListCodes>, signal: AbortSignal): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let page = 1; page <= MOST_CHOSEN / PAGE; page += 1) {
    const asked = { ...body, page, pageSize: PAGE } as ListCodes;
    const { items, total } = await answerOf(api.POST("/v1/get-all-qr-codes", { body: asked, signal }));
    items.forEach((code) => ids.add(code.code_id));
    if (page * PAGE >= total) {
      break;
    }
  }
  return ids;
}
