import { t } from "@lingui/core/macro";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { Link } from "react-router";
import { MORE_AREAS } from "@/app/shell/navigation";
import { UnreadCount } from "@/app/shell/unread-count";
import { PlainIcon } from "@/shared/components/plain-icon";
import { paths } from "@/shared/config/paths";

interface MoreMenuProps {
  anchor: HTMLElement | null;
  area: string | null;
  onClose: () => void;
}

/** The areas that are not in the bar at the bottom. */
export default function MoreMenu({ anchor, area, onClose }: MoreMenuProps) {
  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: "top", horizontal: "right" }}
      transformOrigin={{ vertical: "bottom", horizontal: "right" }}
      slotProps={{ list: { "aria-label": t`More areas` }, paper: { sx: { minWidth: 200 } } }}
    >
      {MORE_AREAS.map(({ label, icon, screens: [{ path }] }) => (
        <MenuItem
          key={path}
          component={Link}
          to={path}
          selected={area === path}
          aria-current={area === path ? "true" : undefined}
          onClick={onClose}
          sx={{ minHeight: 48 }}
        >
          <ListItemIcon>
            <PlainIcon path={icon} size={24} />
          </ListItemIcon>
          {t(label)}
          {path === paths.campaigns ? <UnreadCount /> : null}
        </MenuItem>
      ))}
    </Menu>
  );
}
