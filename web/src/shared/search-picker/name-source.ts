import { keepPreviousData, type QueryKey, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf } from "@/shared/api/client";
import { isMissing } from "@/shared/api/errors";
import { useDebouncedValue } from "@/shared/components/use-debounced-value";

/** Something with a name that can be chosen. */
export interface Named {
  id: string;
  name: string;
}

/** The server's search for the choices of a picker. */
export interface NameSource<Item extends Named> {
  key: QueryKey;
  /** Returns the first items whose name contains a text, or the first of all. */
  search: (text: string, signal: AbortSignal) => Promise<Item[]>;
  /** Returns an item; null if it no longer exists. */
  find: (id: string, signal: AbortSignal) => Promise<Item | null>;
}

/** Maximum number of items that a search returns. Nobody reads more; typing finds the others. */
export const MOST_FOUND = 50;
const SEARCH_MS = 250;
const STALE_MS = 15_000;

/** Waits for the response about one item. Returns null if it does not exist. */
export async function itemOrNull<Body>(call: Parameters<typeof answerOf<Body>>[0]): Promise<Body | null> {
  try {
    return await answerOf(call);
  } catch (error) {
    if (isMissing(error)) {
      return null;
    }
    throw error;
  }
}

/** Searches for the text that was typed, once it has stayed the same for a moment. */
export function useNameSearch<Item extends Named>({ key, search }: NameSource<Item>) {
  const cache = useQueryClient();
  const [typed, setTyped] = useState("");
  const text = useDebouncedValue(typed, SEARCH_MS);
  const found = useQuery({
    queryKey: [...key, "search", text],
    queryFn: async ({ signal }) => {
      const items = await search(text, signal);
      for (const item of items) {
        cache.setQueryData([...key, "one", item.id], item);
      }
      return items;
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
  return {
    items: found.data ?? [],
    isPending: found.isPending,
    /** Whether the items do not match what was typed yet. */
    isSearching: found.isPending || found.isPlaceholderData || typed !== text,
    isError: found.isError,
    /** Whether there is nothing to choose at all. */
    isEmpty: found.isSuccess && !found.isPlaceholderData && text === "" && found.data.length === 0,
    isNarrowed: typed !== "",
    /** Forgets what was typed, once it has led to a choice. */
    clear: () => setTyped(""),
    onInputChange: (_: unknown, value: string, reason: string) => setTyped(reason === "input" ? value.trim() : ""),
  };
}

/**
 * The chosen items by id, null for deleted ones; those that are not known yet are left out. Only what the first search
 * did not return is fetched.
 */
export function useChosen<Item extends Named>(
  { key, find }: NameSource<Item>,
  ids: readonly string[],
  isSearching: boolean,
): ReadonlyMap<string, Item | null> {
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: [...key, "one", id],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(id, signal),
      staleTime: STALE_MS,
      enabled: !isSearching,
    })),
  });
  return new Map(
    ids.flatMap((id, at) => {
      const item = answers[at]?.data;
      return item === undefined ? [] : [[id, item] as const];
    }),
  );
}
