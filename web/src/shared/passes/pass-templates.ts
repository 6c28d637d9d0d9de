import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { everyPage } from "@/shared/api/every-page";

export interface NamedTemplate {
  id: string;
  name: string;
  isPublished: boolean;
}

/** All pass templates of the organisation, sorted by name. */
export const passTemplateNamesQuery = queryOptions({
  queryKey: ["pass-templates", "names"],
  queryFn: async ({ signal }) => {
    const templates = await everyPage((page, pageSize) =>
      answerOf(api.POST("/v1/list-pass-templates", { body: { page, pageSize }, signal })),
    );
    return templates.map((it): NamedTemplate => ({
      id: it.template_id,
      name: it.name,
      isPublished: it.published_version !== null,
    }));
  },
});
