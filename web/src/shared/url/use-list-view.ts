import { useSearchChange } from "@/shared/url/use-search-change";

const PAGE_SIZES = [10, 25, 50, 100];
const LONGEST_SEARCH = 120;

interface ListViewOptions {
  /** The URL's parameter that holds what is searched for. */
  text?: string;
  /** The URL's parameter that holds the number of the page. */
  at?: string;
  /** The URL's parameters that narrow the list beside the text. */
  filters?: readonly string[];
  /** Rows of a page where users cannot choose it. */
  pageSize?: number;
  /** Adds parameters that change together with the filters or the order. */
  onNarrow?: (values: Parameters) => Parameters;
}

type Parameters = Record<string, string | null>;

export type ListView = ReturnType<typeof useListView>;

/** Which part of a list is shown, held in the URL. */
export function useListView(options: ListViewOptions = {}) {
  const { text = "filter", at = "at", filters = [], pageSize, onNarrow = (values) => values } = options;
  const [search, change] = useSearchChange();
  const typed = (search.get(text) ?? "").slice(0, LONGEST_SEARCH);
  const filter = typed.trim();
  const rows = Number(search.get("rows"));
  /** Sets parameters and goes back to the first page. */
  const narrow = (values: Parameters) => change({ ...onNarrow(values), [at]: null });
  return {
    search,
    change,
    narrow,
    /** The text of the search box; `filter` is what to ask for. */
    typed,
    filter,
    isNarrowed: filter !== "" || filters.some((name) => search.get(name)),
    find: (next: string) => narrow({ [text]: next || null }),
    clear: () => narrow(Object.fromEntries([text, ...filters].map((name) => [name, null]))),
    page: Math.max(1, Math.trunc(Number(search.get(at))) || 1),
    pageSize: pageSize ?? (PAGE_SIZES.includes(rows) ? rows : 25),
    setPage: (next: number, size?: number) =>
      change({ [at]: next === 1 ? null : String(next), ...(size === undefined ? {} : { rows: String(size) }) }),
  };
}
