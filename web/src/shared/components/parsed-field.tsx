import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { useState } from "react";
import { incompleteText } from "@/shared/components/incomplete-inputs";

type ParsedFieldProps = Omit<TextFieldProps, "value" | "onChange" | "onBlur" | "type"> & {
  type: "date" | "datetime-local" | "number";
  value: string | number;
  onChange: (text: string) => void;
};

/** A date or number that counts as soon as it stands there: while it is half filled in, what was set stays. */
export function ParsedField({ type, value, onChange, error = false, helperText, ...props }: ParsedFieldProps) {
  // What was set when the half began: once another value is set, that is shown.
  const [half, setHalf] = useState<{ of: string | number } | null>(null);
  const isHalf = half !== null && half.of === value;
  const take = ({ value: text, validity }: HTMLInputElement) => {
    setHalf(validity.badInput ? { of: value } : null);
    if (!validity.badInput && text !== String(value)) {
      onChange(text);
    }
  };
  return (
    <TextField
      {...props}
      type={type}
      value={isHalf ? "" : value}
      error={error || isHalf}
      helperText={isHalf ? incompleteText(type) : helperText}
      onChange={(event) => take(event.target as HTMLInputElement)}
      // Neither what is begun in an empty field nor what is emptied after half a date tells of a change.
      onBlur={(event) => take(event.target as HTMLInputElement)}
    />
  );
}
