import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlined";
import SearchOffIcon from "@mui/icons-material/SearchOff";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { QueryClientContext } from "@tanstack/react-query";
import { type ReactNode, useContext } from "react";
import { Link } from "react-router";
import { isMissing, isRefusal, messageOf } from "@/shared/api/errors";
import { useHeadingFocus } from "@/shared/components/use-heading-focus";
import { useTitle } from "@/shared/components/use-title";

interface StateViewProps {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  compact?: boolean;
  /** Whether the title is the heading of the whole screen. */
  isScreen?: boolean;
}

function StateView({ icon, title, text, action, compact = false, isScreen = false }: StateViewProps) {
  useTitle(isScreen ? title : null);
  const heading = useHeadingFocus();
  return (
    <Stack
      spacing={1}
      sx={{ alignItems: "center", textAlign: "center", px: 3, py: compact ? 3 : 7, mx: "auto", maxWidth: 460 }}
    >
      <Box sx={{ color: "text.secondary", display: "flex", "& svg": { fontSize: compact ? 28 : 44 } }}>{icon}</Box>
      <Typography
        variant={compact ? "subtitle2" : "h5"}
        {...(isScreen ? { component: "h1", ref: heading, tabIndex: -1 } : { component: "p" })}
      >
        {title}
      </Typography>
      {text ? (
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      ) : null}
      {action ? <Box sx={{ pt: 1.5 }}>{action}</Box> : null}
    </Stack>
  );
}

/** Explains that there is nothing yet, why that is, and what to do about it. */
export function EmptyState(props: StateViewProps) {
  return <StateView {...props} />;
}

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  title?: string;
  compact?: boolean;
  /** A link to continue with when the resource does not exist. */
  back?: { to: string; label: string };
}

/**
 * Reports that something could not be loaded, with a button to retry. Everything else on the screen that failed
 * temporarily is retried with it.
 */
export function ErrorState({ error, onRetry, title = t`This couldn’t be loaded`, compact, back }: ErrorStateProps) {
  const queries = useContext(QueryClientContext);

  function retry() {
    onRetry?.();
    void queries?.refetchQueries({
      type: "active",
      predicate: ({ state }) => state.status === "error" && state.fetchStatus === "idle" && !isRefusal(state.error),
    });
  }

  if (back && isMissing(error)) {
    return (
      <StateView
        isScreen
        icon={<SearchOffIcon />}
        title={messageOf(error).replace(/\.$/, "")}
        text={t`It may have been removed, or the URL is incorrect.`}
        action={
          <Button component={Link} to={back.to} variant="contained">
            {back.label}
          </Button>
        }
      />
    );
  }
  return (
    <div role="alert">
      <StateView
        icon={<ErrorOutlineIcon color="error" />}
        title={title}
        text={messageOf(error)}
        compact={compact}
        action={
          onRetry ? (
            <Button variant="outlined" onClick={retry}>
              <Trans>Retry</Trans>
            </Button>
          ) : undefined
        }
      />
    </div>
  );
}
