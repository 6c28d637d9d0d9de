import { answerOf, api } from "@/shared/api/client";
import { itemOrNull, MOST_FOUND, type Named, type NameSource } from "@/shared/search-picker/name-source";

export interface NamedPage extends Named {
  isPublished: boolean;
}

/** The pages of the organisation, by name. */
export const pageSource: NameSource<NamedPage> = {
  key: ["pages", "pick"],
  search: async (text, signal) => {
    const body = { filter: text || null, page: 1, pageSize: MOST_FOUND, sort: "name" as const };
    const { items } = await answerOf(api.POST("/v1/get-all-pages", { body, signal }));
    return items.map((page) => ({
      id: page.page_id,
      name: page.name,
      isPublished: page.published_version !== null,
    }));
  },
  find: async (id, signal) => {
    const page = await itemOrNull(api.POST("/v1/get-page", { body: { page_id: id, draft: true }, signal }));
    return page === null || "has_submitted" in page
      ? null
      : { id, name: page.name, isPublished: page.published_version !== null };
  },
};
