import { t } from "@lingui/core/macro";
import Autocomplete, { type AutocompleteProps } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useStableValue } from "@/shared/components/use-stable-value";
import { type Named, type NameSource, useChosen, useNameSearch } from "@/shared/search-picker/name-source";

interface SearchPickersProps<Item extends Named> {
  label: string;
  source: NameSource<Item>;
  /** The ids of the chosen items. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** The name of a chosen item that no longer exists. */
  deleted?: string;
  failed?: string;
  none?: string;
  helperText?: string | undefined;
  error?: boolean | undefined;
  sx?: AutocompleteProps<string, true, false, false>["sx"];
}

/** Chooses several items by name. The server searches as the user types. */
export function SearchPickers<Item extends Named>({
  label,
  source,
  value,
  onChange,
  deleted = t`Deleted`,
  failed = t`The choices couldn’t be loaded.`,
  none = t`No matches.`,
  helperText,
  error = false,
  sx,
}: SearchPickersProps<Item>) {
  const search = useNameSearch(source);
  // Another array with the same ids would empty the input while the user types.
  const kept = useStableValue([...value]);
  const chosen = useChosen(source, value, search.isPending);
  const found = new Map(search.items.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => {
    const item = chosen.get(id);
    return item === null ? deleted : (item?.name ?? found.get(id) ?? "…");
  };
  return (
    <Autocomplete
      multiple
      fullWidth
      size="small"
      options={[...new Set([...value, ...found.keys()])]}
      // The server has searched already.
      filterOptions={(ids) => ids.filter((id) => found.has(id) && !value.includes(id))}
      value={kept}
      loading={search.isSearching}
      onChange={(_, ids) => {
        search.clear();
        onChange(ids);
      }}
      onInputChange={search.onInputChange}
      getOptionLabel={nameOf}
      getOptionKey={(id) => id}
      noOptionsText={search.isError ? failed : none}
      slotProps={{ chip: { size: "small" } }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          helperText={search.isError ? failed : helperText}
          error={error || search.isError}
        />
      )}
      {...(sx === undefined ? {} : { sx })}
    />
  );
}
