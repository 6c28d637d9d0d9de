import { answerOf, api } from "@/shared/api/client";
import { everyPage } from "@/shared/api/every-page";
import type { components } from "@/shared/api/schema";
import { flattenTree, foldersQuery, treeOf } from "@/shared/folders/folders";
import { MOST_FOUND, type Named, type NameSource } from "@/shared/search-picker/name-source";

/** The paths of folders by ID. */
export const folderNames = {
  ...foldersQuery,
  select: (folders: Parameters<typeof treeOf>[0]): ReadonlyMap<string, string> =>
    new Map(flattenTree(treeOf(folders)).map((one) => [one.folder_id, one.trail.join(" / ")])),
};

type Form = components["schemas"]["FormRead"];

const namedForm = (form: Form): Named => ({
  id: form.form_id,
  name: `${form.title || form.form_id} (${form.page_name})`,
});

/** The forms of all pages, each with the page that contains it. */
export const formSource: NameSource<Named> = {
  key: ["automations", "forms"],
  search: async (text, signal) => {
    const body = { filter: text || null, page: 1, pageSize: MOST_FOUND, sort: "page_name" as const };
    return (await answerOf(api.POST("/v1/list-forms", { body, signal }))).items.map(namedForm);
  },
  // A form can only be fetched together with its page, which a rule does not store.
  find: async (id, signal) => {
    const forms = await everyPage((page, pageSize) =>
      answerOf(api.POST("/v1/list-forms", { body: { page, pageSize, sort: "page_name" }, signal })),
    );
    const form = forms.find(({ form_id }) => form_id === id);
    return form === undefined ? null : namedForm(form);
  },
};
