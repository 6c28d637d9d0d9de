import { t } from "@lingui/core/macro";
import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { codeNamesQuery } from "@/shared/codes/code-names";

interface NamedCode {
  id: string;
  name: string;
}

/** Nobody reads more of ten thousand names; typing finds the others. */
const firstNames = createFilterOptions<NamedCode>({ limit: 100 });

interface CodePickerProps {
  label: string;
  /** The code's id, or null for none. */
  value: string | null;
  onChange: (codeId: string | null) => void;
  helperText?: string;
  error?: boolean;
  disabled?: boolean;
  required?: boolean;
  /** A code that is not offered. */
  without?: string;
}

/** Chooses one of the organisation's codes by name. */
export function CodePicker({
  label,
  value,
  onChange,
  helperText,
  error,
  disabled,
  required,
  without,
}: CodePickerProps) {
  const names = useQuery(codeNamesQuery);
  const namesById = names.data;
  const options = useMemo(
    () => [...(namesById ?? [])].filter(([id]) => id !== without).map(([id, name]): NamedCode => ({ id, name })),
    [namesById, without],
  );
  const selectedName = value === null ? undefined : namesById?.get(value);
  const selected = useMemo(
    () => (value === null || selectedName === undefined ? null : { id: value, name: selectedName }),
    [value, selectedName],
  );
  return (
    <Autocomplete
      options={options}
      filterOptions={firstNames}
      value={selected}
      loading={names.isPending}
      disabled={disabled}
      onChange={(_, option) => onChange(option?.id ?? null)}
      getOptionLabel={(option) => option.name}
      getOptionKey={(option) => option.id}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      noOptionsText={names.isError ? t`Your codes couldn’t be loaded.` : t`No code has this name.`}
      renderInput={(props) => (
        <TextField {...props} label={label} helperText={helperText} error={error} required={required} />
      )}
    />
  );
}
