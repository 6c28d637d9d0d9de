import { answerOf, api } from "@/shared/api/client";
import { itemOrNull, MOST_FOUND, type Named, type NameSource } from "@/shared/search-picker/name-source";

export interface NamedTemplate extends Named {
  isPublished: boolean;
}

/** The pass templates of the organisation, by name. */
export const passTemplateSource: NameSource<NamedTemplate> = {
  key: ["pass-templates", "pick"],
  search: async (text, signal) => {
    const body = { filter: text || null, page: 1, pageSize: MOST_FOUND };
    const { items } = await answerOf(api.POST("/v1/list-pass-templates", { body, signal }));
    return items.map((it) => ({ id: it.template_id, name: it.name, isPublished: it.published_version !== null }));
  },
  find: async (id, signal) => {
    const it = await itemOrNull(api.POST("/v1/get-pass-template", { body: { template_id: id }, signal }));
    return it === null ? null : { id, name: it.name, isPublished: it.published_version !== null };
  },
};
