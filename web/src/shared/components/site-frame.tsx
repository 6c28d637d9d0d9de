import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Container from "@mui/material/Container";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSession } from "@/shared/auth/session";
import { Wordmark } from "@/shared/components/wordmark";
import { useAppConfig } from "@/shared/config/app-config-context";
import { paths } from "@/shared/config/paths";
import { ThemeToggle } from "@/shared/theme/theme-toggle";

/** The header and footer of public pages. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const { version } = useAppConfig();
  return (
    <Box sx={{ minHeight: "100svh", display: "flex", flexDirection: "column" }}>
      <Container component="header" maxWidth="lg" sx={{ py: 2, display: "flex", alignItems: "center", gap: 1 }}>
        <Box component={Link} to={paths.home} sx={{ color: "inherit", textDecoration: "none" }}>
          <Wordmark />
        </Box>
        <Box sx={{ flex: 1 }} />
        <ThemeToggle />
        <AccountButton />
      </Container>
      <Box component="main" sx={{ flex: 1 }}>
        {children}
      </Box>
      <Box component="footer" sx={{ borderTop: 1, borderColor: "divider", mt: { xs: 6, md: 10 } }}>
        <Container maxWidth="lg" sx={{ py: 3 }}>
          <Stack direction="row" sx={{ justifyContent: "space-between" }}>
            <Typography variant="body2" color="textSecondary">
              <Trans>Waypost {version}</Trans>
            </Typography>
            <Typography variant="body2" color="textSecondary">
              <a href="https://db-ip.com" rel="noopener noreferrer" style={{ color: "inherit" }}>
                <Trans>IP geolocation by DB-IP</Trans>
              </a>
            </Typography>
          </Stack>
        </Container>
      </Box>
    </Box>
  );
}

/**
 * A person without a stored session is most likely not logged in, so the login button shows while the session is
 * checked, as in the prerendered page.
 */
function AccountButton() {
  const { status } = useSession();
  return status === "authenticated" ? (
    <Button component={Link} to={paths.codes} variant="outlined">
      <Trans>My codes</Trans>
    </Button>
  ) : (
    <Button component={Link} to={paths.login} variant="outlined">
      <Trans>Log in</Trans>
    </Button>
  );
}
