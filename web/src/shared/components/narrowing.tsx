import type { ReactNode } from "react";

interface NarrowingProps {
  /** The list as it is asked for, of which pages come. */
  list: { data?: { total: number } | undefined; isPlaceholderData: boolean };
  /** Whether something is searched for or chosen. */
  isNarrowed: boolean;
  children: ReactNode;
}

/** Search and filters of a list; there are none while the list has nothing in it that they could find. */
export function Narrowing({ list, isNarrowed, children }: NarrowingProps) {
  const isEmpty = list.data?.total === 0 && !list.isPlaceholderData;
  return isEmpty && !isNarrowed ? null : children;
}
