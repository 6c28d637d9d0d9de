import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useContext } from "react";
import { type Blocker, NavigationType, UNSAFE_DataRouterContext } from "react-router";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useLeaveBlocker } from "@/shared/components/leave-blocker";
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
 * the page.
 */
export function LeaveGuard({ isChanged, isPart = false, title = t`Leave without saving?`, children }: LeaveGuardProps) {
  const blocker = useLeaveBlocker(
    ({ currentLocation: now, nextLocation: next }) =>
      isChanged && (now.pathname !== next.pathname || (isPart && now.search !== next.search)),
  );
  useUnloadWarning(isChanged);
  return (
    <LeaveQuestion blocker={blocker} title={title}>
      {children}
    </LeaveQuestion>
  );
}

/** Asks before Back, or closing the page, discards what is typed in a dialog. */
export function DialogGuard() {
  // Null in tests of dialogs without screens.
  return useContext(UNSAFE_DataRouterContext) === null ? null : <BackGuard />;
}

function BackGuard() {
  // A dialog that has saved its input may go to another screen while it is still open.
  const blocker = useLeaveBlocker(({ historyAction }) => historyAction === NavigationType.Pop);
  useUnloadWarning(true);
  return (
    <LeaveQuestion blocker={blocker} title={t`Leave without saving?`}>
      <Trans>You have unsaved changes.</Trans>
    </LeaveQuestion>
  );
}

function LeaveQuestion({ blocker, title, children }: { blocker: Blocker; title: string; children: ReactNode }) {
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
