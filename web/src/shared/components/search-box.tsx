import { t } from "@lingui/core/macro";
import SearchIcon from "@mui/icons-material/Search";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { useEffect, useRef, useState } from "react";

interface SearchBoxProps {
  label?: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  /** Why nothing can be found by what was typed. */
  problem?: string | undefined;
}

const PAUSE_MS = 300;

/** A search field that waits until one has stopped typing. */
export function SearchBox({ label = t`Search`, placeholder, value, onChange, problem }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestOnChange = useRef(onChange);
  if (lastValue !== value) {
    setLastValue(value);
    setText(value);
  }
  // What else was chosen since is known to the newest one only.
  useEffect(() => {
    latestOnChange.current = onChange;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latestOnChange.current(typed), PAUSE_MS);
  };
  return (
    <TextField
      type="search"
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => type(event.target.value)}
      error={problem !== undefined}
      helperText={problem}
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
