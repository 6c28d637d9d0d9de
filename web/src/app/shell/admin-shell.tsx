import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import { memo } from "react";
import { Outlet, useLocation } from "react-router";
import { AreaStrip } from "@/app/shell/area-strip";
import { BottomBar } from "@/app/shell/bottom-bar";
import { useFocusRecovery } from "@/app/shell/focus-recovery";
import { placeOf } from "@/app/shell/navigation";
import { OfflineBanner } from "@/app/shell/offline-banner";
import { OrganizationSwitcher } from "@/app/shell/organization-switcher";
import { PaletteButton } from "@/app/shell/palette-button";
import { SideBar } from "@/app/shell/side-bar";
import { UserMenu } from "@/app/shell/user-menu";
import { useSession } from "@/shared/auth/session";
import { useIsNewcomer } from "@/shared/organization/organization";
import { ThemeToggle } from "@/shared/theme/theme-toggle";

/** The frame of the admin's screens: a side bar on wide screens, a bar at the bottom on phones. */
export function Component() {
  useFocusRecovery();
  // The bars' style sheets check the width too, because paper is narrower than the screen from which it is printed.
  const isWide = useMediaQuery((theme) => theme.breakpoints.up("md"), {
    noSsr: true,
  });
  // Strings, so that no bar renders again while the screen stays the same.
  const { area, screen } = placeOf(useLocation().pathname);
  const isNewcomer = useIsNewcomer();
  return (
    <div className="admin-shell">
      <a href="#main" className="skip-link">
        <Trans>Skip to content</Trans>
      </a>
      {isWide ? <SideBar area={area} screen={screen} isNewcomer={isNewcomer} /> : null}
      <div className="beside-nav">
        <TopBar />
        {isWide || isNewcomer ? null : <AreaStrip area={area} screen={screen} />}
        <main id="main" tabIndex={-1}>
          <Screen />
        </main>
      </div>
      {isWide || isNewcomer ? null : <BottomBar area={area} />}
    </div>
  );
}

/** A change of the address renders the bars again, but the screen only if it depends on the address. */
const Screen = memo(function Screen() {
  return <Outlet />;
});

const TopBar = memo(function TopBar() {
  const { status, login } = useSession();
  return (
    <header className="top-bar">
      <div className="tools">
        <OrganizationSwitcher />
        <div className="space" />
        <PaletteButton />
        <ThemeToggle />
        {status === "authenticated" ? <UserMenu /> : null}
        {status === "anonymous" ? (
          <Button variant="outlined" onClick={() => login()}>
            <Trans>Log in</Trans>
          </Button>
        ) : null}
      </div>
      <OfflineBanner />
    </header>
  );
});
