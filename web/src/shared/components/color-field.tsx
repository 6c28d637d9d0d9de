import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";

const COLOR = /^#[0-9a-f]{6}$/i;

interface ColorFieldProps {
  label: string;
  value: string;
  onChange: (color: string) => void;
  disabled?: boolean;
  helperText?: string;
}

/** A color input: the system's picker and a text field for the hexadecimal value. */
export function ColorField({ label, value, onChange, disabled = false, helperText }: ColorFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value;
  const isWrong = typed !== null && !COLOR.test(typed);
  const type = (next: string) => {
    setTyped(next);
    if (COLOR.test(next)) {
      onChange(next.toLowerCase());
    }
  };
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: "flex-start", minWidth: 0 }}>
      <Box
        component="input"
        type="color"
        aria-label={t`${label}, picker`}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          setTyped(null);
          onChange(event.target.value);
        }}
        sx={{
          width: 44,
          height: 40,
          p: 0.5,
          border: 1,
          borderColor: "divider",
          borderRadius: 2,
          bgcolor: "background.paper",
          cursor: disabled ? "default" : "pointer",
          flexShrink: 0,
        }}
      />
      <TextField
        size="small"
        fullWidth
        label={label}
        value={text}
        disabled={disabled}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(null)}
        error={isWrong}
        helperText={isWrong ? t`Enter a colour, such as #1f4fa3` : helperText}
        slotProps={{ htmlInput: { maxLength: 7, spellCheck: false } }}
      />
    </Stack>
  );
}
