import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import LogoutIcon from "@mui/icons-material/Logout";
import SettingsOutlinedIcon from "@mui/icons-material/SettingsOutlined";
import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { UserPicture } from "@/app/shell/user-picture";
import { useWasOpen } from "@/shared/components/use-was-open";
import { useSession } from "@/shared/auth/session";
import { paths } from "@/shared/config/paths";
import { useOrganization } from "@/shared/organization/organization";

/** The menu of the logged-in member: their name, their settings and the logout. */
export function UserMenu() {
  const { user, logout } = useSession();
  const { role } = useOrganization();
  const cache = useQueryClient();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpen = useWasOpen(anchor !== null);
  const close = () => setAnchor(null);
  const name = user?.name || user?.email || "You";
  return (
    <>
      <button
        type="button"
        className="plain-icon-button account"
        aria-label={t`Your account`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <UserPicture picture={user?.picture} name={name} />
      </button>
      {wasOpen ? (
        <Menu
          anchorEl={anchor}
          open={anchor !== null}
          onClose={close}
          anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
          transformOrigin={{ vertical: "top", horizontal: "right" }}
        >
          <Box sx={{ px: 2, py: 1, maxWidth: 300 }}>
            <Typography variant="subtitle2" noWrap>
              {name}
            </Typography>
            <Typography variant="body2" color="textSecondary" noWrap>
              {user?.email}
            </Typography>
            {role ? (
              <Typography variant="caption" color="textSecondary" sx={{ textTransform: "capitalize" }}>
                {role}
              </Typography>
            ) : null}
          </Box>
          <Divider />
          <MenuItem component={Link} to={paths.account} onClick={close}>
            <ListItemIcon>
              <SettingsOutlinedIcon fontSize="small" />
            </ListItemIcon>
            <Trans>Settings</Trans>
          </MenuItem>
          <MenuItem
            onClick={() => {
              close();
              cache.clear();
              logout();
            }}
          >
            <ListItemIcon>
              <LogoutIcon fontSize="small" />
            </ListItemIcon>
            <Trans>Log out</Trans>
          </MenuItem>
        </Menu>
      ) : null}
    </>
  );
}
