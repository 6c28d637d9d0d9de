import { answerOf, api } from "@/shared/api/client";
import { MOST_FOUND, type Named, type NameSource } from "@/shared/search-picker/name-source";

async function namesFor(filter: string | null, one_time: boolean, signal: AbortSignal): Promise<Named[]> {
  const body = { filter, one_time, most: MOST_FOUND };
  const { items } = await answerOf(api.POST("/v1/get-all-qr-codes/get-name-id", { body, signal }));
  return items.map(({ code_id, name }) => ({ id: code_id, name }));
}

/** The codes of the organisation. */
export const codeSource: NameSource<Named> = {
  key: ["codes", "pick"],
  search: (text, signal) => namesFor(text || null, false, signal),
  // The filter also finds a code by its ID.
  find: async (id, signal) => (await namesFor(id, true, signal)).find((code) => code.id === id) ?? null,
};
