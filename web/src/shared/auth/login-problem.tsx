import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { AuthProblem } from "@/shared/auth/auth-problems";
import { EmptyState } from "@/shared/components/state-views";

/** Shows why a login did not work and how to continue. */
export function LoginProblem({ problem, onRetry }: { problem: AuthProblem; onRetry: () => void }) {
  return (
    <main role="alert">
      <EmptyState
        isScreen
        icon={<LockOutlinedIcon />}
        title={t(problem.title)}
        text={t(problem.message)}
        action={
          <Stack direction="row" spacing={1}>
            <Button variant="contained" onClick={onRetry}>
              {t(problem.action)}
            </Button>
            <Button href="/" color="inherit">
              <Trans>Home</Trans>
            </Button>
          </Stack>
        }
      />
    </main>
  );
}
