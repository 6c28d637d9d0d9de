import { useCallback } from "react";
import { useSearchParams } from "react-router";

type Change = (values: Record<string, string | null>) => void;

/** What the address says behind its `?`, and how to change parts of it in place; null takes one away. */
export function useSearchChange(): readonly [URLSearchParams, Change] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback<Change>(
    (values) =>
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
        { replace: true },
      ),
    [setSearch],
  );
  return [search, change];
}
