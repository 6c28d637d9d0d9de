import { useMemo } from "react";
import { useSearchParams } from "react-router";

export interface NotesView {
  codeId: string | null;
  filter: string;
  page: number;
  /** The note that is open, or "new". */
  open: string | null;
  change: (values: Partial<Record<"code" | "filter" | "page" | "note", string | null>>) => void;
}

export const PAGE_SIZE = 12;

/** Which notes are shown and which one is open, held in the URL. */
export function useNotesView(): NotesView {
  const [search, setSearch] = useSearchParams();
  return useMemo(() => {
    const page = Number(search.get("page"));
    return {
      codeId: search.get("code"),
      filter: (search.get("filter") ?? "").slice(0, 120),
      page: Number.isInteger(page) && page > 0 ? page : 1,
      open: search.get("note"),
      change: (values) =>
        setSearch(
          (now) => {
            if ("code" in values || "filter" in values) {
              now.delete("page");
            }
            for (const [name, value] of Object.entries(values)) {
              if (value) {
                now.set(name, value);
              } else {
                now.delete(name);
              }
            }
            return now;
          },
          { replace: !("note" in values) },
        ),
    };
  }, [search, setSearch]);
}
