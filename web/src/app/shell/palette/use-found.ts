import { t } from "@lingui/core/macro";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { Entry } from "@/app/shell/palette/entries";
import { answerOf, api } from "@/shared/api/client";
import { paths } from "@/shared/config/paths";

const MOST = 5;

function searchQuery(filter: string) {
  const body = { filter, page: 1, pageSize: MOST };
  return queryOptions({
    queryKey: ["palette", filter],
    queryFn: async ({ signal }): Promise<Entry[]> => {
      const [codes, pages, forms] = await Promise.all([
        answerOf(api.POST("/v1/get-all-qr-codes", { body, signal })),
        answerOf(api.POST("/v1/get-all-pages", { body, signal })),
        answerOf(api.POST("/v1/list-forms", { body, signal })),
      ]);
      return [
        ...codes.items.map((code) => ({
          id: `code:${code.code_id}`,
          group: "codes" as const,
          label: code.name,
          hint: code.short_url.replace(/^https?:\/\//, ""),
          target: { path: paths.showCode(code.code_id) },
        })),
        ...pages.items.map((page) => ({
          id: `page:${page.page_id}`,
          group: "pages" as const,
          label: page.name,
          target: { path: paths.updatePage(page.page_id) },
        })),
        ...forms.items.map((form) => ({
          id: `form:${form.page_id}:${form.form_id}`,
          group: "forms" as const,
          label: form.title || t`Form`,
          hint: form.page_name,
          target: { path: paths.formAnswers(form.page_id, form.form_id) },
        })),
      ];
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: 1,
  });
}

/** Finds codes, pages and forms that contain a text. */
export function useFound(filter: string) {
  return useQuery({ ...searchQuery(filter), enabled: filter !== "" });
}
