import { useEffect } from "react";
import { useRouteError } from "react-router";
import { ScreenError } from "@/shared/components/error-boundary";

/** In place of a screen that broke, inside what surrounds it. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => {
    console.error("a screen broke", error);
  }, [error]);
  return <ScreenError error={error} />;
}
