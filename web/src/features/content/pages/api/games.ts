import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { everyPage } from "@/shared/api/every-page";

/** Games that are not archived, newest first. */
export const gameNamesQuery = queryOptions({
  queryKey: ["games", "names"],
  queryFn: async ({ signal }) => {
    const games = await everyPage((page, pageSize) =>
      answerOf(api.POST("/v1/list-games", { body: { page, pageSize }, signal })),
    );
    return games.map(({ game_id, name, state }) => ({ id: game_id, name, isDraft: state === "draft" }));
  },
});
