import AppBar from "@mui/material/AppBar";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Toolbar from "@mui/material/Toolbar";
import useMediaQuery from "@mui/material/useMediaQuery";
import { memo } from "react";
import { Outlet, useLocation } from "react-router";
import { BottomBar } from "@/app/shell/bottom-bar";
import { entryOf } from "@/app/shell/navigation";
import { OfflineNote } from "@/app/shell/offline-note";
import { OrganizationBadge } from "@/app/shell/organization-badge";
import { SideBar } from "@/app/shell/side-bar";
import { UserMenu } from "@/app/shell/user-menu";
import { useSession } from "@/shared/auth/session";
import { ThemeToggle } from "@/shared/theme/theme-toggle";

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
