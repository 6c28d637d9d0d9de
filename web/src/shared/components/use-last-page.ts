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
 * Goes to the last page if the current one is beyond it, because its last item was deleted or a link is old. Returns
 * whether it is still on its way there: this page is empty then, but the list is not.
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
