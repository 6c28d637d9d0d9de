import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { Component, type ErrorInfo, type ReactNode, useEffect, useState } from "react";
import { ApiError } from "@/shared/api/errors";
import { useOnline } from "@/shared/api/use-online";
import { EmptyState } from "@/shared/components/state-views";

interface State {
  error: Error | null;
}

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown in place of a part that is not essential for the screen. */
  fallback?: ReactNode;
}

/** Catches errors while rendering, reports them, and offers a way to continue. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error("a screen broke", error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { children, fallback = <ScreenError error={error} /> } = this.props;
    return error === null ? children : fallback;
  }
}

/**
 * Whether a part of the app could not be downloaded, for lack of a connection or because a newer version has replaced
 * it.
 */
function isMissingPart(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script failed|preload/i.test(error.message);
}

const reloadPage = () => window.location.reload();

/**
 * Shown in place of a screen that crashed; technical details go to the console. A screen that could not be downloaded
 * for lack of a connection is loaded as soon as there is one.
 */
export function ScreenError({ error, reload = reloadPage }: { error: unknown; reload?: () => void }) {
  const reason = error instanceof ApiError ? error.message : null;
  const isMissing = isMissingPart(error);
  const isOnline = useOnline();
  const [wasOffline] = useState(!isOnline);
  const isBack = isMissing && wasOffline && isOnline;
  useEffect(() => {
    if (isBack) {
      reload();
    }
  }, [isBack, reload]);
  return (
    <div role="alert">
      <EmptyState
        isScreen
        icon={<ErrorOutlineIcon color="error" />}
        title={isMissing ? t`This screen couldn’t be loaded` : t`Something went wrong`}
        text={
          isMissing && !isOnline
            ? t`You’re offline. This screen loads when you reconnect.`
            : isMissing
              ? t`You may be offline, or Waypost was updated. Reload once you are online.`
              : (reason ?? t`Your saved data is safe. Reload the page. If it happens again, contact support.`)
        }
        action={
          <Stack direction="row" spacing={1}>
            <Button variant="contained" onClick={reload}>
              <Trans>Reload</Trans>
            </Button>
            <Button href="/" color="inherit">
              <Trans>Home</Trans>
            </Button>
          </Stack>
        }
      />
    </div>
  );
}
