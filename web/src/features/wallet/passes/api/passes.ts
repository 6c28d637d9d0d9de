import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type PassSummary = components["schemas"]["PassSummary"];

export const PAGE_SIZE = 25;

/** A page of passes, newest first; `text` is looked for in serial numbers and descriptions. */
export function passesQuery(text: string, page: number) {
  return queryOptions({
    queryKey: ["passes", "list", text, page],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/dev/allpass", {
          params: { query: { page, pageSize: PAGE_SIZE, ...(text === "" ? {} : { filter: text }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}
