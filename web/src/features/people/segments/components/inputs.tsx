import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { formatCount } from "@/shared/format/numbers";

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: Readonly<Partial<Record<Value, string>>>;
  onChange: (value: Value) => void;
  width?: number;
}

/** A choice of a few values. */
export function Choice<Value extends string>({ label, value, options, onChange, width = 130 }: ChoiceProps<Value>) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value as Value)}
      sx={{ width: { sm: width } }}
    >
      {Object.entries<string | undefined>(options).map(([name, text]) => (
        <MenuItem key={name} value={name}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface NumberProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  hint?: string;
  onChange: (value: number) => void;
}

/** A number within limits, or 0 if the field is empty. */
export function NumberInput({ label, value, min, max, step = 1, hint, onChange }: NumberProps) {
  const isWrong = value < min || value > max || (step === 1 && !Number.isInteger(value));
  return (
    <TextField
      type="number"
      size="small"
      label={label}
      value={value === 0 && min > 0 ? "" : value}
      onChange={({ target }) => onChange(Number(target.value))}
      error={isWrong}
      helperText={isWrong ? t`From ${formatCount(min)} to ${formatCount(max)}` : hint}
      slotProps={{ htmlInput: { min, max, step } }}
      sx={{ width: { sm: 130 } }}
    />
  );
}

interface SeveralProps {
  label: string;
  value: readonly string[];
  options: readonly string[];
  onChange: (value: string[]) => void;
  nameOf?: (value: string) => string;
  /** Whether other values can be typed. */
  free?: boolean;
  helperText?: string | undefined;
}

const asItIs = (value: string) => value;

/** A multiple choice from many values. */
export function Several({ label, value, options, onChange, nameOf = asItIs, free, helperText }: SeveralProps) {
  return (
    <Autocomplete
      multiple
      size="small"
      freeSolo={free ?? false}
      autoSelect={free ?? false}
      options={[...options]}
      value={[...value]}
      getOptionLabel={nameOf}
      getOptionKey={asItIs}
      onChange={(_, values) => onChange([...new Set(values.map((it) => it.trim()).filter((it) => it !== ""))])}
      filterSelectedOptions
      slotProps={{ chip: { size: "small" } }}
      renderInput={(params) => <TextField {...params} label={label} helperText={helperText} />}
      sx={{ flex: 1, minWidth: { sm: 220 } }}
    />
  );
}
