import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

const PAGE_SIZE = 100;

/** Games that are not in the archive, newest first. */
export const gameNamesQuery = queryOptions({
  queryKey: ["games", "names"],
  queryFn: async ({ signal }) => {
    const body = { page: 1, pageSize: PAGE_SIZE };
    const { items } = await answerOf(api.POST("/v1/list-games", { body, signal }));
    return items.map(({ game_id, name, state }) => ({ id: game_id, name, isDraft: state === "draft" }));
  },
});
