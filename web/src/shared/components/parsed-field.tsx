import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { useEffect, useRef, useState } from "react";
import { incompleteText } from "@/shared/components/incomplete-inputs";

type ParsedFieldProps = Omit<TextFieldProps, "value" | "onChange" | "onBlur" | "type" | "inputRef"> & {
  type: "date" | "datetime-local" | "time" | "number";
  value: string | number;
  onChange: (text: string) => void;
};

/**
 * A date, time or number that is reported as soon as it is complete; while it is half filled in, the previous value
 * stays.
 */
export function ParsedField({ type, value, onChange, error = false, helperText, ...props }: ParsedFieldProps) {
  // The value at the time when the incomplete input began; if another value is set, that one is shown.
  const [half, setHalf] = useState<{ of: string | number } | null>(null);
  const isHalf = half !== null && half.of === value;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // React sees no difference between an incomplete input and an empty one, so it would leave the incomplete one.
    if (input.current?.validity.badInput === true && half !== null && half.of !== value) {
      input.current.value = "";
      setHalf(null);
    }
  }, [half, value]);
  const take = ({ value: text, validity }: HTMLInputElement) => {
    setHalf(validity.badInput ? { of: value } : null);
    if (!validity.badInput && text !== String(value)) {
      onChange(text);
    }
  };
  return (
    <TextField
      {...props}
      inputRef={input}
      type={type}
      value={isHalf ? "" : value}
      error={error || isHalf}
      helperText={isHalf ? incompleteText(type) : helperText}
      onChange={(event) => take(event.target as HTMLInputElement)}
      // Neither incomplete input in an empty field nor clearing it after half a date fires a change event.
      onBlur={(event) => take(event.target as HTMLInputElement)}
    />
  );
}
