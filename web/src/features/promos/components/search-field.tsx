import SearchIcon from "@mui/icons-material/Search";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { useEffect, useState } from "react";

interface SearchFieldProps {
  label: string;
  value: string;
  onSettled: (text: string) => void;
}

const PAUSE_MS = 300;

/** Tells what was typed once the typing pauses. */
export function SearchField({ label, value, onSettled }: SearchFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text === value) {
      return undefined;
    }
    const timer = setTimeout(() => onSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSettled]);
  return (
    <TextField
      type="search"
      size="small"
      label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      sx={{ maxWidth: { sm: 300 } }}
      slotProps={{
        htmlInput: { maxLength: 120 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
