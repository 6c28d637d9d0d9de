import { t } from "@lingui/core/macro";
import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";

/** Nobody reads more of ten thousand names; typing finds the others. */
const MOST = 100;

interface NamesPickerProps {
  label: string;
  /** Ids of the chosen items. */
  value: readonly string[];
  /** Names by id; undefined until they are known. */
  names: ReadonlyMap<string, string> | undefined;
  isFailed: boolean;
  onChange: (ids: string[]) => void;
  helperText?: string;
}

/** Chooses several items by name. */
export function NamesPicker({ label, value, names, isFailed, onChange, helperText }: NamesPickerProps) {
  const nameOf = (id: string) => names?.get(id) ?? (names === undefined ? "…" : t`Deleted`);
  return (
    <Autocomplete
      multiple
      fullWidth
      size="small"
      options={[...(names?.keys() ?? [])]}
      value={[...value]}
      loading={names === undefined && !isFailed}
      onChange={(_, ids) => onChange(ids)}
      getOptionLabel={nameOf}
      getOptionKey={(id) => id}
      filterOptions={createFilterOptions<string>({ limit: MOST })}
      filterSelectedOptions
      noOptionsText={isFailed ? t`The choices couldn’t be loaded.` : t`No matches.`}
      slotProps={{ chip: { size: "small" } }}
      renderInput={(params) => <TextField {...params} label={label} helperText={helperText} error={isFailed} />}
    />
  );
}
