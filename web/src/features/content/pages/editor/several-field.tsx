import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormGroup from "@mui/material/FormGroup";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";

interface SeveralFieldProps {
  label: string;
  help?: string;
  isWrong: boolean;
  options: { value: string; label: string }[];
  value: string[];
  onChange: (value: string[] | null) => void;
}

/** A group of checkboxes. */
export function SeveralField({ label, help, isWrong, options, value, onChange }: SeveralFieldProps) {
  const change = (name: string, isOn: boolean) => {
    const next = options.map((option) => option.value).filter((it) => (it === name ? isOn : value.includes(it)));
    onChange(next.length > 0 ? next : null);
  };
  return (
    <FormControl component="fieldset" error={isWrong}>
      <FormLabel component="legend" sx={{ fontSize: "0.875rem" }}>
        {label}
      </FormLabel>
      <FormGroup row>
        {options.map((option) => (
          <FormControlLabel
            key={option.value}
            control={
              <Checkbox checked={value.includes(option.value)} onChange={(_, isOn) => change(option.value, isOn)} />
            }
            label={option.label}
          />
        ))}
      </FormGroup>
      {help ? <FormHelperText sx={{ mx: 0 }}>{help}</FormHelperText> : null}
    </FormControl>
  );
}
