import { useSearchChange } from "@/shared/url/use-search-change";

const PAGE_SIZES = [10, 25, 50, 100];
const LONGEST_SEARCH = 120;

interface ListViewOptions {
  /** The query parameter of the search text. */
  text?: string;
  /** The query parameter of the page number. */
  at?: string;
  /** The query parameters that filter the list besides the text. */
  filters?: readonly string[];
  /** The page size, if users cannot choose it. */
  pageSize?: number;
  /** Adds parameters that change together with the filters or the sorting. */
  onNarrow?: (values: Parameters) => Parameters;
}

type Parameters = Record<string, string | null>;

export type ListView = ReturnType<typeof useListView>;

/** The state of a list (search, filters, sorting, page), stored in the URL. */
export function useListView(options: ListViewOptions = {}) {
  const { text = "filter", at = "at", filters = [], pageSize, onNarrow = (values) => values } = options;
  const [search, change] = useSearchChange();
  const typed = (search.get(text) ?? "").slice(0, LONGEST_SEARCH);
  const filter = typed.trim();
  const rows = Number(search.get("rows"));
  /** Sets parameters and returns to the first page. */
  const narrow = (values: Parameters) => change({ ...onNarrow(values), [at]: null });
  return {
    search,
    change,
    narrow,
    /** The current text of the search box; `filter` is the text to search for. */
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
