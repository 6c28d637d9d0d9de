import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useFinishConnection } from "@/features/commerce/integrations/api/integrations";
import { loginStartPath } from "@/features/commerce/integrations/leave";
import { handleResult } from "@/shared/api/handle-result";
import { messageOf } from "@/shared/api/errors";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";

/** The page to which the browser returns after a login at a vendor. It submits the result once. */
export function CallbackPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { mutateAsync, error } = useFinishConnection();
  const brought = useRef(query);
  const isSent = useRef(false);
  const [startPath] = useState(loginStartPath);
  useEffect(() => {
    if (isSent.current) {
      return;
    }
    isSent.current = true;
    handleResult(mutateAsync(Object.fromEntries(brought.current)), {
      onSuccess: ({ connection_id }) => void navigate(paths.integration(connection_id), { replace: true }),
      onError: () => undefined,
    });
  }, [mutateAsync, navigate]);
  return (
    <>
      {error === null ? (
        <PageHeader title={t`Connecting`} subtitle={t`Finishing the login.`} />
      ) : (
        <PageHeader title={t`Not connected`} subtitle={t`The login could not be finished.`} />
      )}
      {error === null ? (
        <Stack direction="row" spacing={2} role="status" sx={{ alignItems: "center" }}>
          <CircularProgress size={24} aria-label={t`Connecting`} />
          <Typography>
            <Trans>This takes a few seconds.</Trans>
          </Typography>
        </Stack>
      ) : (
        <Stack spacing={2} sx={{ alignItems: "flex-start" }}>
          <Alert severity="error" sx={{ width: "100%", overflowWrap: "anywhere" }}>
            {messageOf(error)}
          </Alert>
          <Stack direction="row" spacing={1}>
            {startPath === null ? null : (
              <Button component={Link} to={startPath} variant="contained">
                <Trans>Try again</Trans>
              </Button>
            )}
            <Button component={Link} to={paths.integrations} variant={startPath === null ? "contained" : "outlined"}>
              <Trans>All integrations</Trans>
            </Button>
          </Stack>
        </Stack>
      )}
    </>
  );
}
