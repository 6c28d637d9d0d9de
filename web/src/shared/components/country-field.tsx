import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { countriesIn } from "@/blocks/forms/countries";
import { countryName } from "@/shared/format/names";

interface Props {
  /** ISO 3166-1 code; empty while no country is chosen. */
  value: string;
  onChange: (code: string) => void;
  label?: string;
  /** Codes that cannot be chosen because they are in use elsewhere. */
  taken?: readonly string[];
  disabled?: boolean;
  size?: "small" | "medium";
}

/** Chooses a country by typing its name or its code. */
export function CountryField({ value, onChange, label, taken = [], disabled = false, size = "medium" }: Props) {
  return (
    <Autocomplete
      fullWidth
      size={size}
      disabled={disabled}
      disableClearable={value !== ""}
      options={countriesIn("en").map(({ code }) => code)}
      value={value === "" ? null : value}
      onChange={(_, code) => onChange(code ?? "")}
      getOptionLabel={countryName}
      getOptionDisabled={(code) => code !== value && taken.includes(code)}
      filterOptions={(codes, { inputValue }) => codes.filter((code) => isFound(code, inputValue))}
      renderInput={(props) => <TextField {...props} label={label ?? t`Country`} />}
    />
  );
}

function isFound(code: string, typed: string): boolean {
  const text = typed.trim().toLowerCase();
  return code.toLowerCase() === text || countryName(code).toLowerCase().includes(text);
}
