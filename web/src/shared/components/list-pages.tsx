import Pagination from "@mui/material/Pagination";

interface ListPagesProps {
  /** The number of items. */
  total: number;
  pageSize: number;
  page: number;
  onPage: (page: number) => void;
}

/** The pagination of a list with more than one page. */
export function ListPages({ total, pageSize, page, onPage }: ListPagesProps) {
  return total > pageSize ? (
    <Pagination
      sx={{ mt: 2, display: "flex", justifyContent: "center" }}
      count={Math.ceil(total / pageSize)}
      page={page}
      onChange={(_, next) => onPage(next)}
    />
  ) : null;
}
