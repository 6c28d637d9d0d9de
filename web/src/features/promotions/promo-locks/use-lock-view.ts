import { msg } from "@lingui/core/macro";
import { useMemo } from "react";
import { type PromoState, STATES } from "@/features/promotions/promo-locks/types";
import { useSearchChange } from "@/shared/url/use-search-change";

export const TABS = [
  { value: "codes", label: msg`Promo codes` },
  { value: "uses", label: msg`Uses` },
  { value: "key", label: msg`Master key` },
  { value: "alarms", label: msg`Alarms` },
] as const;

type Tab = (typeof TABS)[number]["value"];

export interface LockView {
  tab: Tab;
  page: number;
  filter: string;
  state: PromoState | null;
  setTab: (tab: Tab) => void;
  setPage: (page: number) => void;
  setFilter: (filter: string) => void;
  setState: (state: PromoState | null) => void;
}

/** Returns the visible part of a lock, stored in the URL. */
export function useLockView(): LockView {
  const [search, change] = useSearchChange();
  return useMemo(() => {
    const page = Number(search.get("page"));
    return {
      tab: TABS.find((tab) => tab.value === search.get("tab"))?.value ?? "codes",
      page: Number.isInteger(page) && page > 0 ? page : 1,
      filter: (search.get("filter") ?? "").slice(0, 120),
      state: STATES.find((state) => state.value === search.get("state"))?.value ?? null,
      setTab: (tab) => change({ tab: tab === "codes" ? null : tab, page: null, filter: null, state: null }),
      setPage: (next) => change({ page: next === 1 ? null : String(next) }),
      setFilter: (filter) => change({ filter: filter || null, page: null }),
      setState: (state) => change({ state, page: null }),
    };
  }, [search, change]);
}
