import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useUnloadWarning } from "@/shared/components/use-unload-warning";

interface LeaveGuardProps {
  /** Whether there are unsaved changes. */
  isChanged: boolean;
  /** Whether this is one of several parts of a screen, which are distinguished by the query of the address. */
  isPart?: boolean;
  title?: string;
  /** A description of what would be lost. */
  children: ReactNode;
}

/**
 * Asks before the user leaves the screen, by Back or by a link, and makes the browser ask before it closes or reloads
 * the page. A screen may have only one at a time.
 */
export function LeaveGuard({ isChanged, isPart = false, title = t`Leave without saving?`, children }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation: now, nextLocation: next }) =>
      isChanged && (now.pathname !== next.pathname || (isPart && now.search !== next.search)),
  );
  useUnloadWarning(isChanged);
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
