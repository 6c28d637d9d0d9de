import { t } from "@lingui/core/macro";
import ViewColumnOutlinedIcon from "@mui/icons-material/ViewColumnOutlined";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import { CheckItem } from "@/shared/components/check-item";

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
          <CheckItem key={column} checked={shown.has(column)} label={label} onClick={() => onToggle(column)} />
        ))}
      </Menu>
    </>
  );
}
