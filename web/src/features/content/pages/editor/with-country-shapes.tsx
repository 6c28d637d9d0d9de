import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { PageContext } from "@/blocks/context";

/** Fetched when the first map is rendered. */
async function load(signal: AbortSignal) {
  const { loadShapes } = await import("@/shared/components/map/country-shapes");
  return loadShapes(signal);
}

/** Renders a block with the country shapes once they have loaded. Until then its map shows only the pin. */
export function WithCountryShapes({ children }: { children: (shapes: PageContext["shapes"]) => ReactNode }) {
  const { data } = useQuery({
    queryKey: ["country-shapes"],
    queryFn: ({ signal }) => load(signal),
    staleTime: Infinity,
  });
  const shapes = useMemo(() => data?.features.map(({ geometry }) => geometry), [data]);
  return children(useMemo(() => (shapes === undefined ? undefined : () => shapes), [shapes]));
}
