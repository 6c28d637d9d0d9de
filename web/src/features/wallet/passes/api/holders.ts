import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type PassHolder = components["schemas"]["PassHolder"];
type Wanted = components["schemas"]["ListPassHolders"];
export type HolderFilter = NonNullable<Wanted["state"]>;
export type HolderSort = NonNullable<Wanted["sort"]>;

export interface HoldersView {
  text: string;
  templateId: string | null;
  state: HolderFilter | null;
  sort: HolderSort;
  page: number;
  pageSize: number;
}

/** A page of passes with their holders. */
export function holdersQuery({ text, templateId, state, sort, page, pageSize }: HoldersView) {
  const body = { filter: text || null, template_id: templateId, state, sort, page, pageSize };
  return queryOptions({
    queryKey: ["passes", "holders", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-pass-holders", { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}
