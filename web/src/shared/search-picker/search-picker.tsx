import { t } from "@lingui/core/macro";
import Autocomplete, { type AutocompleteProps } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import type { ReactNode } from "react";
import { type Named, type NameSource, useChosen, useNameSearch } from "@/shared/search-picker/name-source";

interface SearchPickerProps<Item extends Named> {
  label: string;
  source: NameSource<Item>;
  /** The id of the chosen item, or null for none. */
  value: string | null;
  onChange: (id: string | null) => void;
  /** Choices that come first as long as nothing is typed. */
  first?: readonly Item[];
  /** An item that is not offered. */
  without?: string | null | undefined;
  /** The name of a chosen item that no longer exists. */
  deleted?: string;
  /** The text under the field, if the chosen item no longer exists. */
  gone?: string;
  /** The text if the items could not be loaded. */
  failed: string;
  /** The text if no item has the name. */
  none: string;
  /** The text under the field, if there is nothing to choose. */
  empty?: string;
  /** What is wrong with the chosen item. */
  problemOf?: (item: Item) => string | undefined;
  helperText?: ReactNode;
  error?: boolean | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  size?: "small" | "medium";
  disableClearable?: boolean;
  sx?: AutocompleteProps<Item, false, false, false>["sx"];
}

const NOTHING: readonly never[] = [];

/** Chooses one item by name. The server searches as the user types. */
export function SearchPicker<Item extends Named>({
  label,
  source,
  value,
  onChange,
  first = NOTHING,
  without,
  deleted = t`Deleted`,
  gone,
  failed,
  none,
  empty,
  problemOf,
  helperText,
  error = false,
  disabled,
  required,
  size = "medium",
  disableClearable = false,
  sx,
}: SearchPickerProps<Item>) {
  const search = useNameSearch(source);
  const own = first.find(({ id }) => id === value);
  const searched = value === null || own !== undefined ? NOTHING : [value];
  const known = useChosen(source, searched, search.isPending).get(value ?? "");
  const item = own ?? known ?? null;
  const isMissing = searched.length > 0 && known === null;
  const chosen: Named | null = item ?? (value === null ? null : { id: value, name: isMissing ? deleted : "…" });
  const found = search.items.filter(({ id }) => id !== without);
  const offered: Named[] = search.isNarrowed ? found : [...first, ...found];
  const options = chosen === null || offered.some(({ id }) => id === chosen.id) ? offered : [chosen, ...offered];
  const problem = search.isError
    ? failed
    : isMissing
      ? gone
      : item !== null
        ? problemOf?.(item)
        : search.isEmpty && first.length === 0
          ? empty
          : undefined;
  return (
    <Autocomplete<Named, false, boolean>
      fullWidth
      size={size}
      options={options}
      // The server has searched already. What is chosen is only offered if it was found.
      filterOptions={(all) => (search.isNarrowed ? all.filter((one) => offered.includes(one)) : all)}
      value={chosen}
      loading={search.isSearching}
      disabled={disabled ?? false}
      disableClearable={disableClearable}
      onChange={(_, option) => {
        search.clear();
        onChange(option?.id ?? null);
      }}
      onInputChange={search.onInputChange}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      noOptionsText={search.isError ? failed : none}
      renderInput={(props) => (
        <TextField
          {...props}
          label={label}
          error={error || search.isError || isMissing || (item !== null && problem !== undefined)}
          helperText={problem ?? helperText}
          required={required ?? false}
        />
      )}
      {...(sx === undefined ? {} : { sx })}
    />
  );
}
