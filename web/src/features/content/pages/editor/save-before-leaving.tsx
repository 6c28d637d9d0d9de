import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useState } from "react";
import type { Draft } from "@/features/content/pages/editor/use-draft";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useLeaveBlocker } from "@/shared/components/leave-blocker";

const TIMEOUT_MS = 1500;

/** The state of a navigation that gives the open page its own address without leaving it. */
export const SAME_PAGE = { isSamePage: true };

const isSamePage = (state: unknown) => (state as Partial<typeof SAME_PAGE> | null)?.isSamePage === true;

/** Saves before the user leaves for another screen. Asks the user if leaving would lose changes or require waiting. */
export function SaveBeforeLeaving({ draft }: { draft: Pick<Draft, "flush" | "isSaved"> }) {
  const blocker = useLeaveBlocker(
    ({ currentLocation: now, nextLocation: next }) =>
      now.pathname !== next.pathname && !isSamePage(next.state) && !draft.isSaved(),
  );
  const [isAsking, setAsking] = useState(false);
  const isBlocked = blocker.state === "blocked";
  const flush = useEffectEvent(() => draft.flush());
  const go = useEffectEvent(() => blocker.proceed?.());
  useEffect(() => {
    if (!isBlocked) {
      return undefined;
    }
    let isActive = true;
    const timer = setTimeout(() => setAsking(true), TIMEOUT_MS);
    void flush().then((isSaved) => {
      if (isActive && isSaved) {
        go();
      } else if (isActive) {
        setAsking(true);
      }
    });
    return () => {
      isActive = false;
      clearTimeout(timer);
      setAsking(false);
    };
  }, [isBlocked]);
  return (
    <ConfirmDialog
      open={isAsking && isBlocked}
      title={t`Leave without saving?`}
      confirmLabel={t`Leave`}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <Trans>Your latest changes are not saved yet. If you leave now, they may be lost.</Trans>
    </ConfirmDialog>
  );
}
