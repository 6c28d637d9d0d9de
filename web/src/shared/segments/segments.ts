import { queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { everyPage } from "@/shared/api/every-page";
import type { components } from "@/shared/api/schema";

export type Segment = components["schemas"]["SegmentRead"];

/** The root key of all queries about segments. */
export const SEGMENTS = ["segments"] as const;

/** All segments, sorted by name. */
export const allSegmentsQuery = queryOptions({
  queryKey: [...SEGMENTS, "all"],
  queryFn: ({ signal }) =>
    everyPage((page, pageSize) =>
      answerOf(api.POST("/v1/list-segments", { body: { page, pageSize, sort: "name" }, signal })),
    ),
  staleTime: 15_000,
});

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Names of segments by id; empty until they are known. */
export function useSegmentNames(isNeeded: boolean): ReadonlyMap<string, string> {
  const { data } = useQuery({
    ...allSegmentsQuery,
    select: (segments) => new Map(segments.map((one) => [one.segment_id, one.name])),
    enabled: isNeeded,
  });
  return data ?? NO_NAMES;
}
