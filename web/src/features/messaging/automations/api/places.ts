import { answerOf, api } from "@/shared/api/client";
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
  find: async (id, signal) => {
    const body = { form_id: id, page: 1, pageSize: 1, sort: "page_name" as const };
    const [form] = (await answerOf(api.POST("/v1/list-forms", { body, signal }))).items;
    return form === undefined ? null : namedForm(form);
  },
};
