import { t } from "@lingui/core/macro";
import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { useState } from "react";
import { formatCount } from "@/shared/format/numbers";

type NumberFieldProps = Pick<TextFieldProps, "label" | "helperText" | "sx"> & {
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
};

/** A whole number within limits. Input stays as typed, but only a value within the limits counts. */
export function NumberField({ value, min, max, onChange, helperText, ...props }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isGood = typed === null || isWithin(typed, min, max);
  const type = (text: string) => {
    setTyped(text);
    if (isWithin(text, min, max)) {
      onChange(Number(text));
    }
  };
  return (
    <TextField
      {...props}
      type="number"
      size="small"
      value={typed ?? value}
      onChange={({ target }) => type(target.value)}
      // Discards invalid input.
      onBlur={() => setTyped(null)}
      error={!isGood}
      helperText={isGood ? helperText : t`From ${formatCount(min)} to ${formatCount(max)}`}
      slotProps={{ htmlInput: { min, max, step: 1 } }}
    />
  );
}

function isWithin(text: string, min: number, max: number): boolean {
  return /^-?\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max;
}
