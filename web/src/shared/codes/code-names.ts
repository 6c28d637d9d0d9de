import { queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

/** Names of all codes by id, for places where only ids are known. */
export const codeNamesQuery = queryOptions({
  queryKey: ["codes", "names"],
  queryFn: async ({ signal }) => {
    const { items } = await answerOf(api.POST("/v1/get-all-qr-codes/get-name-id", { body: {}, signal }));
    return new Map(items.map((code) => [code.code_id, code.name]));
  },
  staleTime: 5 * 60_000,
});

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The names of codes; loads them once they are needed. */
export function useCodeNames(isNeeded: boolean): ReadonlyMap<string, string> {
  return useQuery({ ...codeNamesQuery, enabled: isNeeded }).data ?? NO_NAMES;
}
