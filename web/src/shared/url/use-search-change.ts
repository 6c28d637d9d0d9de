import { useCallback } from "react";
import { useSearchParams } from "react-router";

type Change = (values: Record<string, string | null>, replace?: boolean) => void;

/** The URL's query parameters, and a function that changes some of them, in place by default; null removes one. */
export function useSearchChange(): readonly [URLSearchParams, Change] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback<Change>(
    (values, replace = true) =>
      setSearch(
        (now) => {
          for (const [name, value] of Object.entries(values)) {
            if (value === null) {
              now.delete(name);
            } else {
              now.set(name, value);
            }
          }
          return now;
        },
        { replace },
      ),
    [setSearch],
  );
  return [search, change];
}
