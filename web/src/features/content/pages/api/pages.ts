import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import { everyPage } from "@/shared/api/every-page";
import type { components } from "@/shared/api/schema";

type Body<Name extends keyof components["schemas"]> = Partial<components["schemas"][Name]>;

/** Cache keys of all data about pages. The first part is common, so that a change invalidates them all. */
export const pageKeys = {
  all: ["pages"] as const,
  list: (params: unknown) => ["pages", "list", params] as const,
  detail: (pageId: string) => ["pages", "detail", pageId] as const,
  history: (pageId: string) => ["pages", "history", pageId] as const,
  latest: (pageId: string) => ["pages", "latest", pageId] as const,
  thumbnail: (pageId: string, version: number) => ["page-thumbnail", pageId, version] as const,
  places: (pageId: string) => ["pages", "places", pageId] as const,
  weight: (pageId: string, version: number) => ["page-weight", pageId, version] as const,
  templates: ["templates"] as const,
};

/** Fetches pages, of one code or of all. */
export function listPagesQuery(params: { code_id?: string; page: number; filter?: string }) {
  return queryOptions({
    queryKey: pageKeys.list(params),
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/get-all-pages", {
          body: { ...params, pageSize: 20, sort: "-updated_at" },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

async function readDraft(pageId: string, signal: AbortSignal) {
  const body = { page_id: pageId, draft: true };
  const page = await answerOf(api.POST("/v1/get-page", { body, signal }));
  if ("has_submitted" in page) {
    throw new Error("a draft was asked for");
  }
  return page;
}

/** Fetches a page with its draft, for editors. */
export function pageQuery(pageId: string) {
  return queryOptions({
    queryKey: pageKeys.detail(pageId),
    queryFn: ({ signal }) => readDraft(pageId, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Returns a page with other addresses of its pictures. */
export function withSmallPictures<Blocks>(blocks: Blocks, small: Readonly<Record<string, string>>): Blocks {
  const text = Object.entries(small).reduce(
    (written, [url, address]) => written.replaceAll(url, address),
    JSON.stringify(blocks),
  );
  return JSON.parse(text) as Blocks;
}

/** Fetches a version of a page with the smallest copies of its pictures. The editor never uses it. */
export function pageThumbnailQuery(pageId: string, version: number) {
  return queryOptions({
    queryKey: pageKeys.thumbnail(pageId, version),
    queryFn: async ({ signal }) => {
      const { blocks, small_pictures } = await readDraft(pageId, signal);
      return withSmallPictures(blocks, small_pictures);
    },
    staleTime: Infinity,
  });
}

/** Fetches the earlier versions of a page, newest first. */
export function pageHistoryQuery(pageId: string) {
  return queryOptions({
    queryKey: pageKeys.history(pageId),
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/page-history", {
          body: { page_id: pageId, pageSize: 50 },
          signal,
        }),
      ),
    staleTime: 0,
  });
}

/** Fetches the latest version number of a page: a cheap query for returning to a tab. */
export function latestVersionQuery(pageId: string) {
  return queryOptions({
    queryKey: pageKeys.latest(pageId),
    queryFn: async ({ signal }) => {
      const body = { page_id: pageId, pageSize: 1 };
      return (await answerOf(api.POST("/v1/page-history", { body, signal }))).items[0]?.version ?? null;
    },
    staleTime: 2_000,
    gcTime: 2_000,
    retry: false,
  });
}

/** Fetches the capacities of a page's published forms and the places left. */
export function formPlacesQuery(pageId: string) {
  return queryOptions({
    queryKey: pageKeys.places(pageId),
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-form-places", { body: { page_id: pageId }, signal })),
    staleTime: 5_000,
    refetchInterval: 30_000,
  });
}

/** Fetches the page weight of the saved draft. */
export function pageWeightQuery(pageId: string, version: number) {
  return queryOptions({
    queryKey: pageKeys.weight(pageId, version),
    queryFn: ({ signal }) => answerOf(api.POST("/v1/page-weight", { body: { page_id: pageId }, signal })),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
}

/** The gallery, and the organisation's own templates. */
export const templatesQuery = queryOptions({
  queryKey: pageKeys.templates,
  queryFn: ({ signal }) =>
    everyPage((page, pageSize) =>
      answerOf(api.GET("/v1/templates", { params: { query: { page, pageSize } }, signal })),
    ),
});

/** Creates a page. */
export function createPage(body: Body<"GenPage">, headers = idempotencyKey()) {
  return answerOf(api.POST("/v1/gen-page", { body, headers }));
}

/** Creates a page and refreshes the lists. */
export function useCreatePage() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"GenPage">) => createPage(body),
    onSettled: () => cache.invalidateQueries({ queryKey: pageKeys.all }),
  });
}

/** The properties of a page that can change, apart from its content. */
export type PageChange = Pick<Body<"UpdatePage">, "name" | "vanity_name" | "code_id" | "action">;

/** A change of the given page. */
export type PageSave = Body<"UpdatePage"> & { page_id: string };

/** Saves, publishes, unpublishes or restores a page. */
export function updatePage(body: PageSave, headers?: ReturnType<typeof idempotencyKey>) {
  return answerOf(api.POST("/v1/update-page", { body: { action: "save", ...body }, ...(headers ? { headers } : {}) }));
}

/** Returns the errors that would prevent publication of the saved draft, by their path in the data. */
export async function checkPage(pageId: string): Promise<Record<string, string>> {
  const { problems } = await answerOf(api.POST("/v1/check-page", { body: { page_id: pageId } }));
  return Object.fromEntries(problems.map((problem) => [problem.field, problem.message]));
}

/** Fetches the picture of a code, and the address that it contains. */
export function codePictureQuery(codeId: string) {
  return queryOptions({
    queryKey: ["picture", "of-code", codeId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-just-qr", { body: { code_id: codeId }, signal })),
    staleTime: 60_000,
  });
}

/** Creates a code with the page's name, which will open it. */
export async function makeCodeFor(name: string) {
  const body = { name, type: "page" as const };
  return (await answerOf(api.POST("/v1/qr/create-code", { body, headers: idempotencyKey() }))).code_id;
}

/** Deletes a page. */
export function useDeletePage() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (pageId: string) => deletionOf(answerOf(api.POST("/v1/delete-page", { body: { page_id: pageId } }))),
    onSettled: () => cache.invalidateQueries({ queryKey: pageKeys.all }),
  });
}

/** Renders a page as a visitor would see it. */
export function previewPage(body: Body<"PreviewPage"> & { page_id: string }) {
  return answerOf(api.POST("/v1/page-preview", { body }));
}

/** Deletes a template. */
export function useDeleteTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (templateId: string) =>
      deletionOf(answerOf(api.POST("/v1/delete-template", { body: { template_id: templateId } }))),
    onSettled: () => cache.invalidateQueries({ queryKey: pageKeys.templates }),
  });
}

/** Saves a page as a template. */
export function useSubmitTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"SubmitTemplate"> & { name: string }) =>
      answerOf(
        api.POST("/v1/submit-template", {
          body,
          headers: idempotencyKey(),
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: pageKeys.templates }),
  });
}
