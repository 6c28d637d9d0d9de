import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { PageContext } from "@/blocks/context";

/** Fetched when the first map is drawn. */
async function load(signal: AbortSignal) {
  const { loadShapes } = await import("@/shared/components/map/country-shapes");
  return loadShapes(signal);
}

/** Draws a block with the countries of the earth once they have come; without them its map shows the pin only. */
export function WithCountryShapes({ children }: { children: (shapes: PageContext["shapes"]) => ReactNode }) {
  const { data } = useQuery({
    queryKey: ["country-shapes"],
    queryFn: ({ signal }) => load(signal),
    staleTime: Infinity,
  });
  const shapes = useMemo(() => data?.features.map(({ geometry }) => geometry), [data]);
  return children(useMemo(() => (shapes === undefined ? undefined : () => shapes), [shapes]));
}
