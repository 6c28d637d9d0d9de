import { answerOf, api } from "@/shared/api/client";
import { itemOrNull, MOST_FOUND, type Named, type NameSource } from "@/shared/search-picker/name-source";
import { SEGMENTS } from "@/shared/segments/segments";

/** The segments of the organisation, by name. */
export const segmentSource: NameSource<Named> = {
  key: [...SEGMENTS, "pick"],
  search: async (text, signal) => {
    const body = { filter: text || null, page: 1, pageSize: MOST_FOUND, sort: "name" };
    const { items } = await answerOf(api.POST("/v1/list-segments", { body, signal }));
    return items.map(({ segment_id, name }) => ({ id: segment_id, name }));
  },
  find: async (id, signal) => {
    const segment = await itemOrNull(api.POST("/v1/get-segment", { body: { segment_id: id }, signal }));
    return segment === null ? null : { id, name: segment.name };
  },
};
