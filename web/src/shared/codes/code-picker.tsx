import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { codeNamesQuery } from "@/shared/codes/code-names";

interface CodePickerProps {
  label: string;
  /** The code's id, or null for none. */
  value: string | null;
  onChange: (codeId: string | null) => void;
  helperText?: string;
  error?: boolean;
  disabled?: boolean;
  required?: boolean;
}

/** Chooses one of the organisation's codes by name. */
export function CodePicker({ label, value, onChange, helperText, error, disabled, required }: CodePickerProps) {
  const names = useQuery(codeNamesQuery);
  const options = [...(names.data ?? new Map<string, string>())].map(([id, name]) => ({ id, name }));
  const chosen = options.find((option) => option.id === value) ?? null;
  return (
    <Autocomplete
      options={options}
      value={chosen}
      loading={names.isPending}
      disabled={disabled}
      onChange={(_, option) => onChange(option?.id ?? null)}
      getOptionLabel={(option) => option.name}
      getOptionKey={(option) => option.id}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      noOptionsText={names.isError ? "Your codes could not be loaded." : "No code has this name."}
      renderInput={(props) => (
        <TextField {...props} label={label} helperText={helperText} error={error} required={required} />
      )}
    />
  );
}
