import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { ApiError } from "@/shared/api/errors";
import { type AuthProblem, LOGIN_REQUIRED, DIFFERENT_USER } from "@/shared/auth/auth-problems";
import { useSession } from "@/shared/auth/session";
import { paths } from "@/shared/config/paths";
import { VERY_SHORT } from "@/shared/theme/short";

interface SessionOverProps {
  problem: AuthProblem;
  /** Checks whether the session is valid again. */
  onRetry: () => void;
}

/**
 * Shows above a screen and any open dialog that the session has ended. Unsaved input stays, and the user can continue
 * once there is a session again. If they dismiss the message, it remains above the screen and appears again when
 * something could not be saved for this reason.
 */
export function SessionOver({ problem, onRetry }: SessionOverProps) {
  const { login } = useSession();
  const [isLater, setLater] = useState(false);
  const titleId = useId();
  const changes = useQueryClient().getMutationCache();
  useEffect(
    () =>
      changes.subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error" && isRefused(event.action.error)) {
          setLater(false);
        }
      }),
    [changes],
  );
  const isOver = problem.kind === LOGIN_REQUIRED.kind;
  const isSomebodyElses = problem.kind === DIFFERENT_USER.kind;
  return (
    <>
      {isLater ? (
        <Alert
          severity="warning"
          square
          action={
            <Button color="inherit" size="small" onClick={() => setLater(false)}>
              <Trans>Continue…</Trans>
            </Button>
          }
        >
          {t(problem.title)}
        </Alert>
      ) : null}
      <Dialog
        role="alertdialog"
        open={!isLater}
        onClose={() => setLater(true)}
        aria-labelledby={titleId}
        aria-describedby={`${titleId}-text`}
        maxWidth="sm"
        fullWidth
      >
        <DialogTitle id={titleId} sx={{ typography: "h5", [VERY_SHORT]: { py: 1 } }}>
          {t(problem.title)}
        </DialogTitle>
        <DialogContent sx={{ [VERY_SHORT]: { pb: 0.5 } }}>
          <DialogContentText id={`${titleId}-text`}>
            {isOver
              ? t`Your session has expired. Log in in a new tab to continue here without losing your work.`
              : t(problem.message)}
          </DialogContentText>
        </DialogContent>
        <DialogActions disableSpacing sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 1, [VERY_SHORT]: { pt: 0, pb: 1 } }}>
          <Button color="inherit" onClick={() => setLater(true)}>
            <Trans>Later</Trans>
          </Button>
          <Box sx={{ flex: 1 }} />
          {isSomebodyElses ? (
            <Button variant="contained" onClick={() => login()}>
              {t(problem.action)}
            </Button>
          ) : (
            <>
              <Button color="inherit" onClick={() => login()}>
                <Trans>Log in here</Trans>
              </Button>
              <Button variant={isOver ? "text" : "contained"} onClick={onRetry}>
                <Trans>Retry</Trans>
              </Button>
            </>
          )}
          {isOver ? (
            <Button variant="contained" href={paths.login} target="_blank" rel="noopener">
              <Trans>Log in in a new tab</Trans>
            </Button>
          ) : null}
        </DialogActions>
      </Dialog>
    </>
  );
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
