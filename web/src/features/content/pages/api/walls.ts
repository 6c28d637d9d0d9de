import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { everyPage } from "@/shared/api/every-page";

export interface NamedWall {
  id: string;
  name: string;
}

/** All walls of the organisation, by name. */
export const wallNamesQuery = queryOptions({
  queryKey: ["walls", "names"],
  queryFn: async ({ signal }) => {
    const walls = await everyPage((page, pageSize) =>
      answerOf(api.POST("/v1/selfiewall/get-selfiewalls", { body: { page, pageSize, sort: "name" }, signal })),
    );
    return walls.map(({ wall_id, name }): NamedWall => ({ id: wall_id, name }));
  },
});
