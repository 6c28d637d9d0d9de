import Pagination from "@mui/material/Pagination";

interface ListPagesProps {
  /** The number of items; undefined while it is unknown. */
  total: number | undefined;
  pageSize: number;
  page: number;
  onPage: (page: number) => void;
}

/**
 * The pagination of a list with more than one page. It stays on a page that has become empty, because the way back to
 * the others leads through it.
 */
export function ListPages({ total, pageSize, page, onPage }: ListPagesProps) {
  return total !== undefined && (total > pageSize || page > 1) ? (
    <Pagination
      sx={{ mt: 2, display: "flex", justifyContent: "center" }}
      count={Math.max(1, Math.ceil(total / pageSize))}
      page={page}
      onChange={(_, next) => onPage(next)}
    />
  ) : null;
}
