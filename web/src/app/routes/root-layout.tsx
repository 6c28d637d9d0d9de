import { Outlet, ScrollRestoration, useNavigation } from "react-router";
import { useSession } from "@/shared/auth/session";
import { SpinnerOverlay } from "@/shared/components/spinner-overlay";

/** Around every screen: the spinner overlay and the memory of scroll positions. */
export function RootLayout() {
  const { status } = useSession();
  const navigation = useNavigation();
  return (
    <>
      <Outlet />
      <SpinnerOverlay waiting={status === "loading" || navigation.state === "loading"} />
      <ScrollRestoration />
    </>
  );
}
