import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { useSession } from "@/shared/auth/session";
import { SpinnerOverlay } from "@/shared/components/spinner-overlay";
import { paths } from "@/shared/config/paths";

/** The frame of every screen: the spinner overlay and scroll restoration. */
export function RootLayout() {
  const { status } = useSession();
  const navigation = useNavigation();
  // A public screen does not need a session, so the spinner does not cover it while one is being looked up.
  const needsSession = useLocation().pathname.startsWith(paths.admin);
  return (
    <>
      <Outlet />
      <SpinnerOverlay waiting={(needsSession && status === "loading") || navigation.state === "loading"} />
      <ScrollRestoration />
    </>
  );
}
