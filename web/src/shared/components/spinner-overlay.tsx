import { t } from "@lingui/core/macro";
import Backdrop from "@mui/material/Backdrop";
import CircularProgress from "@mui/material/CircularProgress";
import { useIsFetching, useIsMutating } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useWasOpen } from "@/shared/components/use-was-open";

const SPINNER_LAYER = 3000;
const DELAY_MS = 250;

interface SpinnerOverlayProps {
  /** Whether something other than a query or a change is pending. */
  waiting?: boolean;
}

/** Covers the screen while a change is in progress or a screen's first data is loading. */
export function SpinnerOverlay({ waiting = false }: SpinnerOverlayProps) {
  const changes = useIsMutating({ predicate: (mutation) => mutation.meta?.quiet !== true });
  const firstLoads = useIsFetching({
    predicate: (query) => query.state.status === "pending" && query.meta?.blocking === true,
  });
  const busy = waiting || changes > 0 || firstLoads > 0;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(busy), busy ? DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [busy]);
  const wasOpen = useWasOpen(busy && shown);
  return wasOpen ? (
    <Backdrop open={busy && shown} sx={{ zIndex: SPINNER_LAYER }} data-testid="spinner-overlay">
      <CircularProgress aria-label={t`Loading`} sx={{ color: "common.white" }} />
    </Backdrop>
  ) : null;
}
