import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

const PAGE_SIZE = 100;

export interface NamedTemplate {
  id: string;
  name: string;
  isPublished: boolean;
}

/** All pass templates of the organisation, by name. */
export const passTemplateNamesQuery = queryOptions({
  queryKey: ["pass-templates", "names"],
  queryFn: async ({ signal }) => {
    const templates: NamedTemplate[] = [];
    for (let page = 1, total = 1; (page - 1) * PAGE_SIZE < total; page += 1) {
      const answer = await answerOf(
        api.POST("/v1/list-pass-templates", { body: { page, pageSize: PAGE_SIZE }, signal }),
      );
      templates.push(
        ...answer.items.map((it) => ({
          id: it.template_id,
          name: it.name,
          isPublished: it.published_version !== null,
        })),
      );
      total = answer.total;
    }
    return templates;
  },
});
