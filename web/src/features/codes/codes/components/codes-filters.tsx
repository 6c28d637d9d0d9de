import SearchIcon from "@mui/icons-material/Search";
import TuneIcon from "@mui/icons-material/Tune";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import InputAdornment from "@mui/material/InputAdornment";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { tagsQuery } from "@/features/codes/codes/api/bulk-change";
import { KIND_NAMES } from "@/features/codes/codes/components/code-labels";
import { ManageTagsButton } from "@/features/codes/codes/components/manage-tags";
import { useSettled } from "@/features/codes/codes/components/code-picture";
import { type CodesView, LISTED_KINDS } from "@/features/codes/codes/use-codes-view";
import type { TableSort } from "@/shared/components/data-table";
import { flattenTree, foldersQuery, treeOf } from "@/shared/folders/folders";
import { reaches, useOrganization } from "@/shared/organization/organization";

/** The table's headings give some of them too; phones show cards, which have none. */
const ORDERS = [
  ["-scans", "Most scans"],
  ["scans", "Fewest scans"],
  ["-people", "Most people"],
  ["-last_scan", "Scanned last"],
  ["-updated_at", "Recently changed"],
  ["updated_at", "Least recently changed"],
  ["created_at", "Oldest first"],
  ["name", "Name, A to Z"],
  ["-name", "Name, Z to A"],
] as const;
const ORDER_OF = new Map<string, TableSort>(
  ORDERS.map(([order]) => [
    order,
    { field: order.replace("-", ""), direction: order.startsWith("-") ? "desc" : "asc" },
  ]),
);

/** What narrows the list down. In a folder's own list the folder is given. */
export function CodesFilters({ view, inFolder }: { view: CodesView; inFolder: boolean }) {
  const mayEdit = reaches(useOrganization().role, "editor");
  const tags = useQuery(tagsQuery).data ?? [];
  const folders = flattenTree(treeOf(useQuery(foldersQuery).data ?? []));
  const { type, state, tag, folder, relation } = view.narrowed;
  const order = view.sort ? `${view.sort.direction === "desc" ? "-" : ""}${view.sort.field}` : "";
  const narrowing = [type, state, tag, relation, inFolder ? "" : folder, view.sort, view.deleted].filter(
    Boolean,
  ).length;
  const [isOpen, setOpen] = useState(narrowing > 0);
  const restId = useId();
  const tagNames = [...new Set([...tags.map((one) => one.tag), ...(tag ? [tag] : [])])];
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, mb: 2, alignItems: "center" }}>
      <SearchField view={view} />
      <Button
        variant="outlined"
        startIcon={<TuneIcon />}
        aria-expanded={isOpen}
        aria-controls={restId}
        onClick={() => setOpen(!isOpen)}
        sx={{ display: { sm: "none" }, flexShrink: 0 }}
      >
        {narrowing > 0 ? `Filters (${narrowing})` : "Filters"}
      </Button>
      <Box id={restId} sx={{ display: { xs: isOpen ? "contents" : "none", sm: "contents" } }}>
        <Choice
          label="Type"
          value={type}
          options={LISTED_KINDS.map((kind) => [kind, KIND_NAMES[kind]])}
          onChange={(value) => view.narrow({ type: value })}
        />
        <Choice
          label="Status"
          value={state}
          options={[
            ["active", "Active"],
            ["paused", "Paused"],
          ]}
          onChange={(value) => view.narrow({ state: value })}
        />
        <Choice
          label="Tag"
          value={tag}
          options={tagNames.map((name) => [name, name])}
          onChange={(value) => view.narrow({ tag: value })}
        />
        {mayEdit && tags.length > 0 ? <ManageTagsButton /> : null}
        <Choice
          label="Base or child"
          value={relation}
          options={[
            ["base", "Base codes"],
            ["child", "Children"],
            ["none", "Neither"],
          ]}
          onChange={(value) => view.narrow({ relation: value })}
        />
        <Choice
          label="Sort by"
          none="Newest first"
          value={ORDER_OF.has(order) ? order : ""}
          options={ORDERS}
          onChange={(order) => view.setSort(ORDER_OF.get(order) ?? null)}
        />
        {inFolder ? null : (
          <Box sx={{ display: { xs: "flex", lg: "none" }, flex: { xs: 1, sm: "none" } }}>
            <Choice
              label="Folder"
              value={folders.some((one) => one.folder_id === folder) ? folder : ""}
              options={folders.map((one) => [one.folder_id, one.trail.join(" / ")])}
              onChange={(value) => view.narrow({ folder: value })}
            />
          </Box>
        )}
        <FormControlLabel
          control={<Switch checked={view.deleted} onChange={(_, on) => view.setDeleted(on)} />}
          label="Deleted codes"
          slotProps={{ typography: { variant: "body2" } }}
          sx={{ flexShrink: 0, mr: 0, ml: 0 }}
        />
      </Box>
    </Box>
  );
}

interface ChoiceProps {
  label: string;
  /** What the empty choice is called. */
  none?: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

function Choice({ label, none = "All", value, options, onChange }: ChoiceProps) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      sx={{ width: "auto", minWidth: 100, maxWidth: 220, flex: { xs: 1, sm: "none" } }}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">{none}</MenuItem>
      {options.map(([id, name]) => (
        <MenuItem key={id} value={id} sx={{ maxWidth: 360, overflowWrap: "anywhere", whiteSpace: "normal" }}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

function SearchField({ view }: { view: CodesView }) {
  const { filter, setFilter } = view;
  const [text, setText] = useState(filter);
  const [lastFilter, setLastFilter] = useState(filter);
  const settled = useSettled(text, 300);
  if (lastFilter !== filter) {
    setLastFilter(filter);
    // Cleared from elsewhere, not typed here.
    if (filter !== settled) {
      setText(filter);
    }
  }
  useEffect(() => {
    if (settled !== filter) {
      setFilter(settled);
    }
    // Only what was typed moves the URL.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  return (
    <TextField
      type="search"
      size="small"
      label="Search"
      placeholder="Name, link, tag"
      value={text}
      onChange={(event) => setText(event.target.value)}
      // On phones it shares its row with the button of the filters alone. Elsewhere it takes what the filters leave,
      // or has a row of its own where the tree of folders beside the list leaves too little for both.
      sx={(theme) => ({
        flex: "1 0 calc(100% - 150px)",
        minWidth: 0,
        [theme.breakpoints.up("sm")]: { flex: "1 1 200px", maxWidth: 280 },
        [theme.breakpoints.between("lg", 1400)]: { flexBasis: "100%", maxWidth: "none" },
        [theme.breakpoints.up(1400)]: { flexBasis: 160 },
      })}
      slotProps={{
        htmlInput: { maxLength: 120 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
