import { answerOf, api } from "@/shared/api/client";
import { itemOrNull, MOST_FOUND, type Named, type NameSource } from "@/shared/search-picker/name-source";

export interface NamedGame extends Named {
  isDraft: boolean;
}

/** Games that are not archived, newest first. */
export const gameSource: NameSource<NamedGame> = {
  key: ["games", "pick"],
  search: async (text, signal) => {
    const body = { filter: text || null, page: 1, pageSize: MOST_FOUND };
    const { items } = await answerOf(api.POST("/v1/list-games", { body, signal }));
    return items.map(({ game_id, name, state }) => ({ id: game_id, name, isDraft: state === "draft" }));
  },
  find: async (id, signal) => {
    const game = await itemOrNull(api.POST("/v1/get-game", { body: { game_id: id }, signal }));
    return game === null || game.archived_at !== null ? null : { id, name: game.name, isDraft: game.state === "draft" };
  },
};
