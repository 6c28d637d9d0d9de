import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import TuneIcon from "@mui/icons-material/Tune";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Popover from "@mui/material/Popover";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { tagsQuery } from "@/features/codes/codes/api/bulk-change";
import { KIND_NAMES } from "@/features/codes/codes/components/code-labels";
import { type ActiveFilter, FilterChips } from "@/features/codes/codes/components/filter-chips";
import { ManageTagsButton } from "@/features/codes/codes/components/manage-tags";
import { type CodesView, LISTED_KINDS } from "@/features/codes/codes/use-codes-view";
import type { TableSort } from "@/shared/components/data-table";
import { flattenTree, foldersQuery, treeOf } from "@/shared/folders/folders";
import { reaches, useOrganization } from "@/shared/organization/organization";
import { SearchBox } from "@/shared/components/search-box";

/** The table's headers offer some of these too, but the cards on phones have no headers. */
const ORDERS = [
  ["-scans", msg`Most scans`],
  ["scans", msg`Fewest scans`],
  ["-people", msg`Most people`],
  ["-last_scan", msg`Last scanned`],
  ["-updated_at", msg`Recently changed`],
  ["updated_at", msg`Least recently changed`],
  ["created_at", msg`Oldest first`],
  ["name", msg`Name, A to Z`],
  ["-name", msg`Name, Z to A`],
  ["type", msg`Type`],
  ["tags", msg`Tag, A to Z`],
  ["folder", msg`Folder, A to Z`],
] as const;
const ORDER_OF = new Map<string, TableSort>(
  ORDERS.map(([order]) => [
    order,
    { field: order.replace("-", ""), direction: order.startsWith("-") ? "desc" : "asc" },
  ]),
);

const STATE_NAMES: readonly (readonly [string, MessageDescriptor])[] = [
  ["active", msg`Active`],
  ["paused", msg`Paused`],
];
const RELATION_NAMES: readonly (readonly [string, MessageDescriptor])[] = [
  ["base", msg`Base codes`],
  ["child", msg`Children`],
  ["none", msg`Neither base nor child`],
];

const SCANS_NAMES: readonly (readonly [string, MessageDescriptor])[] = [
  ["some", msg`Scanned in the last 30 days`],
  ["none", msg`Not scanned in the last 30 days`],
];

function labelled(options: readonly (readonly [string, MessageDescriptor])[]) {
  return options.map(([value, label]) => [value, t(label)] as const);
}

/** Search, filters and order. In a folder's own list, the folder is fixed. */
export function CodesFilters({ view, inFolder }: { view: CodesView; inFolder: boolean }) {
  const folders = flattenTree(treeOf(useQuery(foldersQuery).data ?? []));
  const order = view.sort ? `${view.sort.direction === "desc" ? "-" : ""}${view.sort.field}` : "";
  const active = activeFilters(view, folders, inFolder);
  return (
    <>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, mb: 2, alignItems: "center" }}>
        <Box sx={{ flex: { xs: "1 1 100%", sm: "1 1 200px" }, minWidth: 0, maxWidth: { sm: 420 } }}>
          <SearchBox placeholder={t`Name, link, tag…`} value={view.filter} onChange={view.setFilter} />
        </Box>
        <FiltersButton view={view} inFolder={inFolder} folders={folders} count={active.length} />
        <Choice
          label={t`Sort by`}
          none={t`Newest first`}
          value={ORDER_OF.has(order) ? order : ""}
          options={labelled(ORDERS)}
          onChange={(order) => view.setSort(ORDER_OF.get(order) ?? null)}
        />
      </Box>
      <FilterChips filters={active} onClear={view.clearFilters} />
    </>
  );
}

type Named = { folder_id: string; trail: readonly string[] };

function activeFilters(view: CodesView, folders: readonly Named[], inFolder: boolean): ActiveFilter[] {
  const { type, state, tag, folder, relation, scans } = view.narrowed;
  const name = (names: readonly (readonly [string, MessageDescriptor])[], value: string) => {
    const found = names.find(([id]) => id === value);
    return found === undefined ? value : t(found[1]);
  };
  const trail = folders.find((one) => one.folder_id === folder)?.trail.join(" / ");
  const filters: (ActiveFilter | null)[] = [
    type
      ? { label: t`Type: ${t(KIND_NAMES[type as keyof typeof KIND_NAMES])}`, clear: () => view.narrow({ type: "" }) }
      : null,
    state ? { label: t`Status: ${name(STATE_NAMES, state)}`, clear: () => view.narrow({ state: "" }) } : null,
    tag ? { label: t`Tag: ${tag}`, clear: () => view.narrow({ tag: "" }) } : null,
    relation ? { label: name(RELATION_NAMES, relation), clear: () => view.narrow({ relation: "" }) } : null,
    scans ? { label: name(SCANS_NAMES, scans), clear: () => view.narrow({ scans: "" }) } : null,
    folder && !inFolder
      ? {
          label: trail === undefined ? t`Folder not found` : t`Folder: ${trail}`,
          clear: () => view.narrow({ folder: "" }),
        }
      : null,
    view.deleted ? { label: t`Deleted codes`, clear: () => view.setDeleted(false) } : null,
  ];
  return filters.filter((one) => one !== null);
}

interface FiltersButtonProps {
  view: CodesView;
  inFolder: boolean;
  folders: readonly Named[];
  count: number;
}

function FiltersButton({ view, inFolder, folders, count }: FiltersButtonProps) {
  const mayEdit = reaches(useOrganization().role, "editor");
  const tags = useQuery(tagsQuery).data ?? [];
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const titleId = useId();
  const { type, state, tag, folder, relation, scans } = view.narrowed;
  const tagNames = [...new Set([...tags.map((one) => one.tag), ...(tag ? [tag] : [])])];
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<TuneIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(click) => setAnchor(click.currentTarget)}
        sx={{ flexShrink: 0 }}
      >
        {count > 0 ? t`Filters (${count})` : t`Filters`}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{ paper: { role: "dialog", "aria-labelledby": titleId, sx: { mt: 1, p: 2, width: 320 } } }}
      >
        <Typography id={titleId} variant="subtitle1" component="h2" sx={{ mb: 2 }}>
          <Trans>Filters</Trans>
        </Typography>
        <Stack spacing={2}>
          <Choice
            label={t`Type`}
            value={type}
            options={LISTED_KINDS.map((kind) => [kind, t(KIND_NAMES[kind])])}
            onChange={(value) => view.narrow({ type: value })}
          />
          <Choice
            label={t`Status`}
            value={state}
            options={labelled(STATE_NAMES)}
            onChange={(value) => view.narrow({ state: value })}
          />
          <Stack direction="row" spacing={1} sx={{ alignItems: "center" }}>
            <Box sx={{ flex: 1, minWidth: 0, display: "grid" }}>
              <Choice
                label={t`Tag`}
                value={tag}
                options={tagNames.map((name) => [name, name])}
                onChange={(value) => view.narrow({ tag: value })}
              />
            </Box>
            {mayEdit && tags.length > 0 ? <ManageTagsButton /> : null}
          </Stack>
          <Choice
            label={t`Base or child`}
            value={relation}
            options={labelled(RELATION_NAMES)}
            onChange={(value) => view.narrow({ relation: value })}
          />
          <Choice
            label={t`Scans`}
            value={scans}
            options={labelled(SCANS_NAMES)}
            onChange={(value) => view.narrow({ scans: value })}
          />
          {inFolder ? null : (
            <Choice
              label={t`Folder`}
              value={folders.some((one) => one.folder_id === folder) ? folder : ""}
              options={folders.map((one) => [one.folder_id, one.trail.join(" / ")])}
              onChange={(value) => view.narrow({ folder: value })}
            />
          )}
          <FormControlLabel
            control={<Switch checked={view.deleted} onChange={(_, on) => view.setDeleted(on)} />}
            label={t`Deleted codes`}
            slotProps={{ typography: { variant: "body2" } }}
          />
          <Stack direction="row" sx={{ justifyContent: "space-between" }}>
            <Button size="small" disabled={count === 0} onClick={view.clearFilters}>
              <Trans>Clear filters</Trans>
            </Button>
            <Button size="small" variant="contained" onClick={() => setAnchor(null)}>
              <Trans>Done</Trans>
            </Button>
          </Stack>
        </Stack>
      </Popover>
    </>
  );
}

interface ChoiceProps {
  label: string;
  /** The label of the empty option. */
  none?: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

function Choice({ label, none = t`All`, value, options, onChange }: ChoiceProps) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      sx={{ width: "auto", minWidth: 120 }}
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
