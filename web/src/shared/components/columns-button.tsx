import { t } from "@lingui/core/macro";
import ViewColumnOutlinedIcon from "@mui/icons-material/ViewColumnOutlined";
import Checkbox from "@mui/material/Checkbox";
import IconButton from "@mui/material/IconButton";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";

interface ColumnsButtonProps<Column extends string> {
  /** Columns with their titles. */
  columns: readonly (readonly [Column, string])[];
  shown: ReadonlySet<Column>;
  onToggle: (column: Column) => void;
}

/** Chooses which columns a list shows. */
export function ColumnsButton<Column extends string>({ columns, shown, onToggle }: ColumnsButtonProps<Column>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tooltip title={t`Columns`}>
        <IconButton
          size="small"
          aria-label={t`Columns`}
          aria-haspopup="menu"
          onClick={(click) => setAnchor(click.currentTarget)}
        >
          <ViewColumnOutlinedIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {columns.map(([column, label]) => (
          <MenuItem
            key={column}
            dense
            role="menuitemcheckbox"
            aria-checked={shown.has(column)}
            onClick={() => onToggle(column)}
          >
            <Checkbox
              size="small"
              edge="start"
              tabIndex={-1}
              checked={shown.has(column)}
              sx={{ py: 0 }}
              slotProps={{ input: { "aria-hidden": true } }}
            />
            <ListItemText>{label}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
