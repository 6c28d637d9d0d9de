import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

const PAGE_SIZE = 100;

export interface NamedWall {
  id: string;
  name: string;
}

/** All walls of the organisation, by name. */
export const wallNamesQuery = queryOptions({
  queryKey: ["walls", "names"],
  queryFn: async ({ signal }) => {
    const walls: NamedWall[] = [];
    for (let page = 1, total = 1; (page - 1) * PAGE_SIZE < total; page += 1) {
      const body = { sort: "name" as const, page, pageSize: PAGE_SIZE };
      const answer = await answerOf(api.POST("/v1/selfiewall/get-selfiewalls", { body, signal }));
      walls.push(...answer.items.map((wall) => ({ id: wall.wall_id, name: wall.name })));
      total = answer.total;
    }
    return walls;
  },
});
