import { useMemo } from "react";
import type { ListCodes, Ranking } from "@/features/codes/codes/types";
import type { TableSort } from "@/shared/components/data-table";
import { useSearchChange } from "@/shared/url/use-search-change";

const PAGE_SIZES = [10, 25, 50, 100];
const SORTABLE = ["name", "type", "tags", "folder", "created_at", "updated_at"];
const RANKED = ["scans", "people", "last_scan"] as const;

export interface CodesView {
  page: number;
  pageSize: number;
  sort: TableSort | null;
  filter: string;
  deleted: boolean;
  narrowed: Narrowed;
  body: Partial<ListCodes>;
  /** The order or the filter by scans. */
  ranking: Ranking | null;
  setPage: (page: number, pageSize: number) => void;
  setSort: (sort: TableSort | null) => void;
  setFilter: (filter: string) => void;
  setDeleted: (deleted: boolean) => void;
  narrow: (change: Partial<Narrowed>) => void;
  /** Clears the search and the filters. */
  clear: () => void;
  /** Clears the filters and keeps the search. */
  clearFilters: () => void;
}

/** The filters of the list, apart from the search. An empty text filters nothing. */
interface Narrowed {
  type: string;
  state: string;
  tag: string;
  folder: string;
  relation: string;
  scans: string;
}

/** The kinds that codes can have. */
export const LISTED_KINDS = ["page", "redirect", "form", "wall", "note", "promo", "pass", "game"] as const;
const STATES = ["active", "paused"];
const RELATIONS = ["base", "child", "none"];
const SCANS = ["some", "none"];

function oneOf(text: string | null, allowed: readonly string[]): string {
  return text !== null && allowed.includes(text) ? text : "";
}

function wholeNumber(text: string | null, otherwise: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : otherwise;
}

/** The visible part of the list, stored in the URL. The default is page 1 with 10 rows. */
export function useCodesView(folderId: string | null = null): CodesView {
  const [search, change] = useSearchChange();

  return useMemo(() => {
    const page = wholeNumber(search.get("page"), 1);
    const size = wholeNumber(search.get("pageSize"), 10);
    const pageSize = PAGE_SIZES.includes(size) ? size : 10;
    const sortText = search.get("sort") ?? "";
    const field = sortText.replace(/^-/, "");
    const sort: TableSort | null =
      SORTABLE.includes(field) || RANKED.some((by) => by === field)
        ? { field, direction: sortText.startsWith("-") ? "desc" : "asc" }
        : null;
    const filter = search.get("filter") ?? "";
    const deleted = search.has("deleted");
    const narrowed: Narrowed = {
      type: oneOf(search.get("type"), LISTED_KINDS),
      state: oneOf(search.get("state"), STATES),
      tag: (search.get("tag") ?? "").slice(0, 40),
      folder: folderId ?? (search.get("folder") ?? "").slice(0, 64),
      relation: oneOf(search.get("relation"), RELATIONS),
      scans: oneOf(search.get("scans"), SCANS),
    };
    const scanned = narrowed.scans === "" ? {} : { scanned: narrowed.scans === "some" };
    const ranked = RANKED.find((by) => by === field);
    const order = (sort && !ranked ? sortText : "-created_at") as ListCodes["sort"];
    return {
      page,
      pageSize,
      sort,
      filter,
      deleted,
      narrowed,
      body: {
        page,
        pageSize,
        filter: filter.slice(0, 120),
        sort: order,
        deleted,
        ...(narrowed.type ? { type: narrowed.type as ListCodes["type"] } : {}),
        ...(narrowed.state ? { state: narrowed.state as ListCodes["state"] } : {}),
        ...(narrowed.tag ? { tag: narrowed.tag } : {}),
        ...(narrowed.folder ? { folder_id: narrowed.folder } : {}),
        ...(narrowed.relation ? { relation: narrowed.relation as ListCodes["relation"] } : {}),
      },
      ranking:
        ranked || narrowed.scans
          ? { by: ranked ?? null, ascending: ranked !== undefined && sort?.direction === "asc", ...scanned }
          : null,
      setPage: (next, nextSize) =>
        change({
          page: next === 1 ? null : String(next),
          pageSize: nextSize === 10 ? null : String(nextSize),
        }),
      setSort: (next) =>
        change({ sort: next ? `${next.direction === "desc" ? "-" : ""}${next.field}` : null, page: null }),
      setFilter: (text) => change({ filter: text || null, page: null }),
      narrow: (changes) =>
        change({
          page: null,
          ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value || null])),
        }),
      clear: () =>
        change({
          filter: null,
          type: null,
          state: null,
          tag: null,
          folder: null,
          relation: null,
          scans: null,
          page: null,
        }),
      clearFilters: () =>
        change({
          type: null,
          state: null,
          tag: null,
          folder: null,
          relation: null,
          scans: null,
          deleted: null,
          page: null,
        }),
      setDeleted: (on) => change({ deleted: on ? "1" : null, page: null }),
    };
  }, [search, change, folderId]);
}
