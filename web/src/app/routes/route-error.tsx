import { useEffect } from "react";
import { useRouteError } from "react-router";
import { ScreenError } from "@/shared/components/error-boundary";

/** Replaces a screen that failed to render, inside the layout around it. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => {
    console.error("a screen broke", error);
  }, [error]);
  return <ScreenError error={error} />;
}
