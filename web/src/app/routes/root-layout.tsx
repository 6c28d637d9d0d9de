import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { useSession } from "@/shared/auth/session";
import { SpinnerOverlay } from "@/shared/components/spinner-overlay";
import { paths } from "@/shared/config/paths";

/** Around every screen: the spinner overlay and the memory of scroll positions. */
export function RootLayout() {
  const { status } = useSession();
  const navigation = useNavigation();
  // A public screen is there without a session, and is not covered while one is looked for.
  const needsSession = useLocation().pathname.startsWith(paths.admin);
  return (
    <>
      <Outlet />
      <SpinnerOverlay waiting={(needsSession && status === "loading") || navigation.state === "loading"} />
      <ScrollRestoration />
    </>
  );
}
