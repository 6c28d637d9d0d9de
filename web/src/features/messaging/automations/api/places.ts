import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { everyPage } from "@/shared/api/every-page";
import { flattenTree, foldersQuery, treeOf } from "@/shared/folders/folders";

/** Names by ID of the things to which a rule can be restricted. */
export type Names = ReadonlyMap<string, string>;

const STALE_MS = 60_000;

export const pageNames = queryOptions({
  queryKey: ["automations", "pages"],
  queryFn: async ({ signal }): Promise<Names> => {
    const pages = await everyPage((page, pageSize) =>
      answerOf(api.POST("/v1/get-all-pages", { body: { page, pageSize, sort: "name" }, signal })),
    );
    return new Map(pages.map((one) => [one.page_id, one.name]));
  },
  staleTime: STALE_MS,
});

export const folderNames = {
  ...foldersQuery,
  select: (folders: Parameters<typeof treeOf>[0]): Names =>
    new Map(flattenTree(treeOf(folders)).map((one) => [one.folder_id, one.trail.join(" / ")])),
};

/** Forms by ID, with the page that contains them. */
export const formNames = queryOptions({
  queryKey: ["automations", "forms"],
  queryFn: async ({ signal }): Promise<Names> => {
    const forms = await everyPage((page, pageSize) =>
      answerOf(api.POST("/v1/list-forms", { body: { page, pageSize, sort: "page_name" }, signal })),
    );
    return new Map(forms.map((one) => [one.form_id, `${one.title || one.form_id} (${one.page_name})`]));
  },
  staleTime: STALE_MS,
});

export const gameNames = queryOptions({
  queryKey: ["automations", "games"],
  queryFn: async ({ signal }): Promise<Names> => {
    const games = await everyPage((page, pageSize) =>
      answerOf(api.POST("/v1/list-games", { body: { page, pageSize }, signal })),
    );
    return new Map(games.map((one) => [one.game_id, one.name]));
  },
  staleTime: STALE_MS,
});

export const passTemplateNames = queryOptions({
  queryKey: ["automations", "pass-templates"],
  queryFn: async ({ signal }): Promise<Names> => {
    const templates = await everyPage((page, pageSize) =>
      answerOf(api.POST("/v1/list-pass-templates", { body: { page, pageSize }, signal })),
    );
    return new Map(templates.map((one) => [one.template_id, one.name]));
  },
  staleTime: STALE_MS,
});
