import MoreHorizIcon from "@mui/icons-material/MoreHoriz";
import AppBar from "@mui/material/AppBar";
import BottomNavigation from "@mui/material/BottomNavigation";
import BottomNavigationAction from "@mui/material/BottomNavigationAction";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import Toolbar from "@mui/material/Toolbar";
import useMediaQuery from "@mui/material/useMediaQuery";
import { memo, useState } from "react";
import { Link, Outlet, useLocation } from "react-router";
import { entryOf, NAVIGATION } from "@/app/shell/navigation";
import { OfflineNote } from "@/app/shell/offline-note";
import { OrganizationBadge } from "@/app/shell/organization-badge";
import { UserMenu } from "@/app/shell/user-menu";
import { useSession } from "@/shared/auth/session";
import { Wordmark } from "@/shared/components/wordmark";
import { paths } from "@/shared/config/paths";
import { ThemeToggle } from "@/shared/theme/theme-toggle";

const SIDEBAR = 248;

/** Around the admin's screens: a side bar on wide screens, a bar at the bottom on phones. */
export function Component() {
  // The bars' own styles say it too: paper is narrower than the screen it is printed from.
  const isWide = useMediaQuery((theme) => theme.breakpoints.up("md"), { noSsr: true });
  return (
    <Box sx={{ display: "flex", minHeight: "100svh" }}>
      <Button
        href="#main"
        variant="contained"
        sx={{ position: "fixed", top: 8, left: 8, zIndex: "tooltip", transform: "translateY(-200%)", "&:focus": { transform: "none" } }}
      >
        Skip to content
      </Button>
      {isWide ? <Navigation Bar={SideBar} /> : null}
      <Box sx={{ flex: 1, minWidth: 0, display: "flex", flexDirection: "column" }}>
        <TopBar />
        <Box
          component="main"
          id="main"
          tabIndex={-1}
          sx={{
            flex: 1,
            width: "100%",
            maxWidth: 1320,
            mx: "auto",
            px: { xs: 2, sm: 3, lg: 4 },
            pt: { xs: 2.5, md: 4 },
            pb: { xs: 12, md: 6 },
            "&:focus": { outline: "none" },
          }}
        >
          <Outlet />
        </Box>
      </Box>
      {isWide ? null : <Navigation Bar={BottomBar} />}
    </Box>
  );
}

/** A bar with the entry that one is in; the bar itself is not drawn again with each change of the address. */
function Navigation({ Bar }: { Bar: typeof SideBar }) {
  return <Bar current={entryOf(useLocation().pathname)} />;
}

const TopBar = memo(function TopBar() {
  const { status, login } = useSession();
  return (
    <AppBar
      position="sticky"
      color="inherit"
      elevation={0}
      sx={{ bgcolor: "background.default", borderBottom: 1, borderColor: "divider" }}
    >
      <Toolbar sx={{ gap: 1 }}>
        <OrganizationBadge />
        <Box sx={{ flex: 1 }} />
        <ThemeToggle />
        {status === "authenticated" ? <UserMenu /> : null}
        {status === "anonymous" ? (
          <Button variant="outlined" onClick={() => login()}>
            Log in
          </Button>
        ) : null}
      </Toolbar>
      <OfflineNote />
    </AppBar>
  );
});

const SideBar = memo(function SideBar({ current }: { current: string | false }) {
  return (
    <Box
      component="nav"
      aria-label="Main"
      sx={{
        display: { xs: "none", md: "flex" },
        flexDirection: "column",
        width: SIDEBAR,
        flexShrink: 0,
        position: "sticky",
        top: 0,
        height: "100svh",
        bgcolor: "background.paper",
        borderRight: 1,
        borderColor: "divider",
        p: 2,
      }}
    >
      <Box component={Link} to={paths.home} aria-label="Waypost, start page" sx={{ color: "inherit", textDecoration: "none", p: 1, mb: 2 }}>
        <Wordmark />
      </Box>
      <List disablePadding>
        {NAVIGATION.map(({ path, label, Icon }) => (
          <ListItem key={path} disablePadding sx={{ mb: 0.5 }}>
            <ListItemButton
              component={Link}
              to={path}
              selected={current === path}
              aria-current={current === path ? "page" : undefined}
              sx={{ borderRadius: 2, py: 1, "&.Mui-selected": { color: "primary.main" } }}
            >
              <ListItemIcon sx={{ minWidth: 38, color: "inherit" }}>
                <Icon fontSize="small" />
              </ListItemIcon>
              <ListItemText primary={label} slotProps={{ primary: { variant: "subtitle2" } }} />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Box>
  );
});

const BottomBar = memo(function BottomBar({ current }: { current: string | false }) {
  const [opened, setOpened] = useState<HTMLElement | null>(null);
  const aside = NAVIGATION.filter(({ isAside }) => isAside);
  return (
    <Paper
      component="nav"
      aria-label="Main"
      square
      sx={{
        display: { md: "none" },
        position: "fixed",
        bottom: 0,
        left: 0,
        right: 0,
        zIndex: "appBar",
        borderTop: 1,
        borderColor: "divider",
        pb: "env(safe-area-inset-bottom)",
        pl: "env(safe-area-inset-left)",
        pr: "env(safe-area-inset-right)",
      }}
      elevation={0}
    >
      <BottomNavigation
        value={aside.some(({ path }) => path === current) ? "more" : current}
        showLabels
        sx={{ "& .MuiBottomNavigationAction-root": { minWidth: 0 } }}
      >
        {NAVIGATION.filter(({ isAside }) => !isAside).map(({ path, shortLabel, Icon }) => (
          <BottomNavigationAction
            key={path}
            component={Link}
            to={path}
            value={path}
            label={shortLabel}
            icon={<Icon />}
            aria-current={current === path ? "page" : undefined}
          />
        ))}
        <BottomNavigationAction
          label="More"
          value="more"
          icon={<MoreHorizIcon />}
          aria-haspopup="menu"
          aria-expanded={opened !== null}
          onClick={(event) => setOpened(event.currentTarget)}
        />
      </BottomNavigation>
      <Menu anchorEl={opened} open={opened !== null} onClose={() => setOpened(null)}>
        {aside.map(({ path, label, Icon }) => (
          <MenuItem key={path} component={Link} to={path} selected={path === current} onClick={() => setOpened(null)}>
            <ListItemIcon>
              <Icon fontSize="small" />
            </ListItemIcon>
            <ListItemText primary={label} />
          </MenuItem>
        ))}
      </Menu>
    </Paper>
  );
});
