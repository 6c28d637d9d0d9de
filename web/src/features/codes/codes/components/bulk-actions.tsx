import { t } from "@lingui/core/macro";
import MoreHorizIcon from "@mui/icons-material/MoreHoriz";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useTheme } from "@mui/material/styles";
import Tooltip from "@mui/material/Tooltip";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type ReactNode, useRef, useState } from "react";

export interface BulkItem {
  icon: ReactNode;
  label: string;
  /** Whether it stays next to the menu on narrow screens. */
  isFirst?: boolean;
  onPress: () => void;
}

/** Actions in one line: all of them with their labels, or the first ones as icons and the rest in a menu. */
export function BulkActions({ items, busy }: { items: readonly BulkItem[]; busy: boolean }) {
  const { breakpoints } = useTheme();
  const isWide = useMediaQuery(breakpoints.up(1400));
  const hasNames = useMediaQuery(breakpoints.up("sm"));
  const beside = isWide ? items : items.filter((item) => item.isFirst);
  return (
    <>
      {beside.map(({ icon, label, onPress }) =>
        hasNames ? (
          <Button key={label} size="small" color="inherit" startIcon={icon} disabled={busy} onClick={onPress}>
            {label}
          </Button>
        ) : (
          <Tooltip key={label} title={label}>
            <span>
              <IconButton size="small" color="inherit" aria-label={label} disabled={busy} onClick={onPress}>
                {icon}
              </IconButton>
            </span>
          </Tooltip>
        ),
      )}
      {beside.length < items.length ? (
        <More items={items.filter((item) => !beside.includes(item))} busy={busy} />
      ) : null}
    </>
  );
}

function More({ items, busy }: { items: readonly BulkItem[]; busy: boolean }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const pressed = useRef<BulkItem | null>(null);
  const goOn = () => {
    pressed.current?.onPress();
    pressed.current = null;
  };
  return (
    <>
      <Tooltip title={t`More actions`}>
        <span>
          <IconButton
            color="inherit"
            size="small"
            aria-label={t`More actions`}
            aria-haspopup="menu"
            disabled={busy}
            onClick={(click) => setAnchor(click.currentTarget)}
          >
            <MoreHorizIcon />
          </IconButton>
        </span>
      </Tooltip>
      {/* A dialog opens once the menu is gone: closing, it would take the focus out of the dialog's field. */}
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ transition: { onExited: goOn } }}
      >
        {items.map((item) => (
          <MenuItem
            key={item.label}
            onClick={() => {
              pressed.current = item;
              setAnchor(null);
            }}
          >
            <ListItemIcon>{item.icon}</ListItemIcon>
            {item.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
