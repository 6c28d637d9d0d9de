import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { everyPage } from "@/shared/api/every-page";

/** All pages of the organisation, sorted by name. */
const pageNamesQuery = queryOptions({
  queryKey: ["pages", "names"],
  queryFn: ({ signal }) =>
    everyPage((page, pageSize) =>
      answerOf(api.POST("/v1/get-all-pages", { body: { page, pageSize, sort: "name" }, signal })),
    ),
});

interface PagePickerProps {
  label: string;
  /** A page's id; empty means the code's own page. */
  value: string;
  /** Whether the code has a page of its own. */
  hasOwn: boolean;
  onChange: (pageId: string) => void;
}

/** Chooses a page of the organisation. */
export function PagePicker({ label, value, hasOwn, onChange }: PagePickerProps) {
  const pages = useQuery(pageNamesQuery);
  const items = pages.data ?? [];
  const selected = items.find((page) => page.page_id === value);
  const isListed = value === "" || selected !== undefined;
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
          ? t`Your pages couldn’t be loaded.`
          : !hasOwn && value === ""
            ? t`Choose the page to show`
            : selected !== undefined && selected.published_version === null
              ? t`Not published yet. Until it is, the code leads to its usual destination`
              : undefined
      }
    >
      {hasOwn ? (
        <MenuItem value={OWN}>
          <Trans>The code’s own page</Trans>
        </MenuItem>
      ) : null}
      {isListed ? null : <MenuItem value={value}>{pages.isPending ? "…" : t`Deleted page`}</MenuItem>}
      {items.map((page) => (
        <MenuItem key={page.page_id} value={page.page_id}>
          {page.name}
        </MenuItem>
      ))}
    </TextField>
  );
}

const OWN = "own";
