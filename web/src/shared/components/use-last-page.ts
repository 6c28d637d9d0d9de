import { useEffect, useEffectEvent } from "react";

interface Shown {
  page: number;
  pageSize: number;
  setPage: (page: number) => void;
}

interface Answered {
  data: { items: readonly unknown[]; total?: number } | undefined;
  isPlaceholderData: boolean;
}

/**
 * Goes to the last page where the shown one is beyond it: its last item was deleted, or a link is old. Answers whether
 * it is on its way there: the list is not empty, though this page of it is.
 */
export function useLastPage({ data, isPlaceholderData }: Answered, { page, pageSize, setPage }: Shown): boolean {
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  const isBeyond = data !== undefined && !isPlaceholderData && data.items.length === 0 && page > last;
  const go = useEffectEvent(setPage);
  useEffect(() => {
    if (isBeyond) {
      go(last);
    }
  }, [isBeyond, last]);
  return isBeyond && (data.total ?? 0) > 0;
}
