import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { pageKeys } from "@/features/content/pages/api/pages";
import { answerOf, api } from "@/shared/api/client";

export const ANSWERS_PER_PAGE = 20;

/** What visitors sent through the forms of a page, the newest first. */
export function answersQuery(pageId: string, page: number, filter: string) {
  return queryOptions({
    queryKey: pageKeys.answers(pageId, page, filter),
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/get-submit-data", {
          body: { page_id: pageId, page, pageSize: ANSWERS_PER_PAGE, filter: filter || null },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** Removes one answer; the places that it took are free again. */
export function useDeleteAnswer() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (submissionId: string) =>
      answerOf(api.POST("/v1/delete-submission", { body: { submission_id: submissionId } })),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: pageKeys.allAnswers }),
        cache.invalidateQueries({ queryKey: pageKeys.allPlaces }),
      ]),
  });
}
