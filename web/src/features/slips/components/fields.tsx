import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";

interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  unit?: string;
  onChange: (value: number) => void;
}

/** A number that counts as soon as it is a possible one. */
export function NumberField({ label, value, min, max, step = 0.5, unit = "mm", onChange }: NumberFieldProps) {
  const [text, setText] = useState(String(value));
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (Number(text) !== value) {
      setText(String(value));
    }
  }
  const number = Number(text);
  const isWrong = text.trim() === "" || Number.isNaN(number) || number < min || number > max;
  return (
    <TextField
      type="number"
      label={unit ? `${label} (${unit})` : label}
      value={text}
      error={isWrong}
      onChange={(event) => {
        setText(event.target.value);
        const typed = Number(event.target.value);
        if (event.target.value.trim() !== "" && typed >= min && typed <= max) {
          onChange(typed);
        }
      }}
      onBlur={() => (isWrong ? setText(String(value)) : undefined)}
      slotProps={{ htmlInput: { min, max, step } }}
    />
  );
}

interface ColorFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A colour. */
export function ColorField({ label, value, onChange }: ColorFieldProps) {
  return (
    <TextField
      type="color"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { style: { height: 23, cursor: "pointer" } } }}
    />
  );
}

interface ChoiceFieldProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
}

/** One of a few. */
export function ChoiceField<Value extends string>({ label, value, choices, onChange }: ChoiceFieldProps<Value>) {
  return (
    <TextField select label={label} value={value} onChange={(event) => onChange(event.target.value as Value)}>
      {choices.map(([it, name]) => (
        <MenuItem key={it} value={it}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
