import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { formatCount } from "@/shared/format/numbers";

interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  unit?: string;
  onChange: (value: number) => void;
}

/** Returns why a text is not a valid number, or undefined if it is. */
export function problemOfNumber(text: string, min: number, max: number, isWhole = false): string | undefined {
  const number = Number(text);
  const isOne = text.trim() !== "" && Number.isFinite(number) && (!isWhole || Number.isInteger(number));
  if (isOne && number >= min && number <= max) {
    return undefined;
  }
  const [from, to] = [formatCount(min), formatCount(max)];
  return isWhole ? t`A whole number from ${from} to ${to}` : t`From ${from} to ${to}`;
}

/** A number that takes effect as soon as it is valid. */
export function NumberField({ label, value, min, max, step = 0.5, unit = "mm", onChange }: NumberFieldProps) {
  const [text, setText] = useState(String(value));
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    if (Number(text) !== value) {
      setText(String(value));
    }
  }
  const problem = problemOfNumber(text, min, max);
  return (
    <TextField
      type="number"
      label={unit ? `${label} (${unit})` : label}
      value={text}
      error={problem !== undefined}
      helperText={problem}
      onChange={(event) => {
        setText(event.target.value);
        if (problemOfNumber(event.target.value, min, max) === undefined) {
          onChange(Number(event.target.value));
        }
      }}
      onBlur={() => (problem === undefined ? undefined : setText(String(value)))}
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

/** A choice of a few values. */
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
