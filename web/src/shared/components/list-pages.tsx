import Pagination from "@mui/material/Pagination";

interface ListPagesProps {
  /** How many items there are. */
  total: number;
  pageSize: number;
  page: number;
  onPage: (page: number) => void;
}

/** The pages of a list, where there is more than one. */
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
