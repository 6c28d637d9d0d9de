import { t } from "@lingui/core/macro";
import DataObjectIcon from "@mui/icons-material/DataObject";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import { useRef, useState } from "react";
import { PLACEHOLDERS } from "@/features/wallet/designer/placeholders";

interface PlaceholderFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  helperText?: string | undefined;
  maxLength?: number;
  multiline?: boolean;
  disabled?: boolean;
}

/** A text field with a menu that inserts placeholders for values that differ from person to person. */
export function PlaceholderField({ label, value, onChange, helperText, maxLength, ...more }: PlaceholderFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const insert = (name: string) => {
    const at = input.current?.selectionStart ?? value.length;
    onChange(`${value.slice(0, at)}{{${name}}}${value.slice(at)}`);
    setAnchor(null);
  };
  return (
    <>
      <TextField
        {...more}
        label={label}
        value={value}
        inputRef={input}
        onChange={(event) => onChange(event.target.value)}
        helperText={helperText}
        slotProps={{
          htmlInput: { maxLength },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <Tooltip title={t`Insert a personal value`}>
                  <IconButton
                    size="small"
                    edge="end"
                    aria-label={t`Insert into ${label}`}
                    aria-haspopup="menu"
                    disabled={more.disabled ?? false}
                    onClick={(event) => setAnchor(event.currentTarget)}
                  >
                    <DataObjectIcon fontSize="small" />
                  </IconButton>
                </Tooltip>
              </InputAdornment>
            ),
          },
        }}
      />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {PLACEHOLDERS.map((it) => (
          <MenuItem key={it.name} onClick={() => insert(it.name)} dense>
            <ListItemText primary={t(it.label)} secondary={`{{${it.name}}}`} />
          </MenuItem>
        ))}
        <MenuItem onClick={() => insert("row.seat")} dense>
          <ListItemText primary={t`A column of the imported row`} secondary="{{row.seat}}" />
        </MenuItem>
      </Menu>
    </>
  );
}
