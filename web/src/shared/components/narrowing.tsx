import type { ReactNode } from "react";

interface NarrowingProps {
  /** The current result of the paged list. */
  list: { data?: { total: number } | undefined; isPlaceholderData: boolean };
  /** Whether a search or a filter is active. */
  isNarrowed: boolean;
  children: ReactNode;
}

/** Shows the search and filters of a list, unless the list is empty without them. */
export function Narrowing({ list, isNarrowed, children }: NarrowingProps) {
  const isEmpty = list.data?.total === 0 && !list.isPlaceholderData;
  return isEmpty && !isNarrowed ? null : children;
}
