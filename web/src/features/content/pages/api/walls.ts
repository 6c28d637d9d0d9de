import { answerOf, api } from "@/shared/api/client";
import { itemOrNull, MOST_FOUND, type Named, type NameSource } from "@/shared/search-picker/name-source";

/** The walls of the organisation, by name. */
export const wallSource: NameSource<Named> = {
  key: ["walls", "pick"],
  search: async (text, signal) => {
    const body = { filter: text || null, page: 1, pageSize: MOST_FOUND, sort: "name" as const };
    const { items } = await answerOf(api.POST("/v1/selfiewall/get-selfiewalls", { body, signal }));
    return items.map(({ wall_id, name }) => ({ id: wall_id, name }));
  },
  find: async (id, signal) => {
    const wall = await itemOrNull(api.POST("/v1/selfiewall/get-selfiewall", { body: { wall_id: id }, signal }));
    return wall === null ? null : { id, name: wall.name };
  },
};
