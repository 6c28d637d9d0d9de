import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Container from "@mui/material/Container";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { HeroPicture } from "@/features/insights/home/components/hero-picture";
import { SiteFrame } from "@/shared/components/site-frame";
import { Steps } from "@/features/insights/home/components/steps";
import { paths } from "@/shared/config/paths";

/** The front page of the tour host: a guided tour of the product, step by step. */
export function TourPage() {
  return (
    <SiteFrame>
      <Container maxWidth="md">
        <Stack spacing={{ xs: 5, md: 7 }} sx={{ py: { xs: 4, md: 8 } }}>
          <Stack spacing={2.5} sx={{ textAlign: "center", alignItems: "center" }}>
            <Typography variant="h1">
              <Trans>Take the tour</Trans>
            </Typography>
            <Typography color="textSecondary" sx={{ fontSize: "1.15rem", maxWidth: "36rem" }}>
              <Trans>
                Three steps from an empty form to the first scan on your dashboard. Try it now. You only log in to save.
              </Trans>
            </Typography>
          </Stack>
          <HeroPicture />
          <Steps />
          <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5} sx={{ justifyContent: "center" }}>
            <Button component={Link} to={paths.createCode} variant="contained" size="large">
              <Trans>Create a code</Trans>
            </Button>
            <Button component={Link} to={paths.login} variant="outlined" size="large">
              <Trans>Log in</Trans>
            </Button>
          </Stack>
        </Stack>
      </Container>
    </SiteFrame>
  );
}
