import { t } from "@lingui/core/macro";
import { type ReactNode, useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";

interface LeaveGuardProps {
  /** Whether there is something that is not kept yet. */
  isChanged: boolean;
  /** Whether it is one of several parts of a screen, which the rest of the address tells apart. */
  isPart?: boolean;
  title?: string;
  /** What would be lost. */
  children: ReactNode;
}

/** Asks before another screen is gone to, back or by a link, and has the browser ask before it closes or loads
 * again. One at a time may be on a screen. */
export function LeaveGuard({ isChanged, isPart = false, title = t`Leave without saving?`, children }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation: now, nextLocation: next }) =>
      isChanged && (now.pathname !== next.pathname || (isPart && now.search !== next.search)),
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    if (isChanged) {
      window.addEventListener("beforeunload", warn);
    }
    return () => window.removeEventListener("beforeunload", warn);
  }, [isChanged]);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      title={title}
      confirmLabel={t`Leave`}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {children}
    </ConfirmDialog>
  );
}
