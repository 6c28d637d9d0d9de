import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link, Navigate, useSearchParams } from "react-router";
import { safeReturnTo } from "@/shared/auth/return-to";
import { useSession } from "@/shared/auth/session";
import { LoginProblem } from "@/shared/auth/login-problem";
import { useTitle } from "@/shared/components/use-title";
import { Wordmark } from "@/shared/components/wordmark";
import { paths } from "@/shared/config/paths";

/** The login, to which the identity provider also redirects people back. */
export function Component() {
  const { status, problem, login } = useSession();
  const [search] = useSearchParams();
  const returnTo = safeReturnTo(search.get("returnTo"));
  useTitle(t`Log in`);
  const isAnswer = search.has("state") && (search.has("code") || search.has("error"));
  if (problem !== null) {
    return <LoginProblem problem={problem} onRetry={() => login(returnTo)} />;
  }
  if (status === "authenticated" && !isAnswer) {
    return <Navigate to={returnTo} replace />;
  }
  if (status !== "anonymous") {
    return null;
  }
  return (
    <Box component="main" sx={{ minHeight: "100svh", display: "grid", placeItems: "center", p: 2 }}>
      <Card sx={{ p: { xs: 3, sm: 5 }, width: "100%", maxWidth: 420 }}>
        <Stack spacing={3}>
          <Wordmark />
          <div>
            <Typography variant="h4" component="h1" gutterBottom>
              <Trans>Welcome back</Trans>
            </Typography>
            <Typography color="textSecondary">
              <Trans>Log in to manage your codes and see their analytics.</Trans>
            </Typography>
          </div>
          <Button variant="contained" size="large" onClick={() => login(returnTo)}>
            <Trans>Log in</Trans>
          </Button>
          <Button component={Link} to={paths.home} color="inherit">
            <Trans>Back to home</Trans>
          </Button>
        </Stack>
      </Card>
    </Box>
  );
}
