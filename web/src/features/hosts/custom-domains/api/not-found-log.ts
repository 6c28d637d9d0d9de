import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type NotFoundAddress = components["schemas"]["MissedAddress"];
type Dismissal = components["schemas"]["DismissMissedAddress"];

const AT_ONCE = 20;
const KEY = ["missed-addresses"];

/** Fetches the not-found log, page by page. */
export function notFoundLogQuery(view: { withBots: boolean; isDismissed: boolean }) {
  return infiniteQueryOptions({
    queryKey: [...KEY, view],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.POST("/v1/list-missed-addresses", {
          body: { include_bots: view.withBots, is_dismissed: view.isDismissed, limit: AT_ONCE, offset: pageParam },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { items }) => sum + items.length, 0);
      return shown < total ? shown : undefined;
    },
  });
}

/** Dismisses an address, or restores it. */
export function useDismissal() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Dismissal) => answerOf(api.POST("/v1/dismiss-missed-address", { body })),
    onSuccess: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}
