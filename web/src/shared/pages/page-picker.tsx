import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

const MOST = 100;

const pageNamesQuery = queryOptions({
  queryKey: ["pages", "names"],
  queryFn: ({ signal }) => {
    const body = { page: 1, pageSize: MOST, sort: "-updated_at" as const };
    return answerOf(api.POST("/v1/get-all-pages", { body, signal }));
  },
});

interface PagePickerProps {
  label: string;
  /** A page's id; empty is the code's own. */
  value: string;
  /** Whether there is a page of the code's own. */
  hasOwn: boolean;
  onChange: (pageId: string) => void;
}

/** Chooses a page of the organisation. */
export function PagePicker({ label, value, hasOwn, onChange }: PagePickerProps) {
  const pages = useQuery(pageNamesQuery);
  const items = pages.data?.items ?? [];
  const chosen = items.find((page) => page.page_id === value);
  const isKnown = value === "" || chosen !== undefined;
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={label}
      value={hasOwn || value !== "" ? value || OWN : ""}
      onChange={(event) => onChange(event.target.value === OWN ? "" : event.target.value)}
      error={pages.isError || (!hasOwn && value === "")}
      helperText={
        pages.isError
          ? "Your pages could not be loaded."
          : !hasOwn && value === ""
            ? "Choose the page that people see"
            : chosen !== undefined && chosen.published_version === null
              ? "Not published yet: until then the code leads where it usually leads"
              : undefined
      }
    >
      {hasOwn ? <MenuItem value={OWN}>The code’s own page</MenuItem> : null}
      {isKnown ? null : <MenuItem value={value}>{pages.isPending ? "…" : "A page that is gone"}</MenuItem>}
      {items.map((page) => (
        <MenuItem key={page.page_id} value={page.page_id}>
          {page.name}
        </MenuItem>
      ))}
    </TextField>
  );
}

const OWN = "own";
