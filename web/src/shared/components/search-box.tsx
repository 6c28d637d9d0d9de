import { t } from "@lingui/core/macro";
import SearchIcon from "@mui/icons-material/Search";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { useEffect, useEffectEvent, useState } from "react";

interface SearchBoxProps {
  label?: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  /** Why the typed text cannot match anything. */
  problem?: string | undefined;
}

const PAUSE_MS = 300;

/** A search field that waits until the user has stopped typing. */
export function SearchBox({ label = t`Search`, placeholder, value, onChange, problem }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [isTyping, setTyping] = useState(false);
  const [lastValue, setLastValue] = useState(value);
  /** Texts passed to `onChange` that have not arrived as the value yet. */
  const [given, setGiven] = useState<readonly string[]>([]);
  if (lastValue !== value) {
    setLastValue(value);
    // On a slow device, the typed text arrives as the value after further letters were typed. Those letters stay.
    const returned = given.indexOf(value);
    if (returned === -1) {
      setText(value);
      setTyping(false);
      setGiven([]);
    } else {
      setGiven(given.slice(returned + 1));
    }
  }
  const give = useEffectEvent(() => {
    setTyping(false);
    if (text !== (given.at(-1) ?? value)) {
      setGiven((earlier) => [...earlier, text]);
      onChange(text);
    }
  });
  useEffect(() => {
    if (!isTyping) {
      return undefined;
    }
    const timer = setTimeout(give, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isTyping, text]);
  return (
    <TextField
      type="search"
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        setTyping(true);
      }}
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
