import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Container from "@mui/material/Container";
import Typography from "@mui/material/Typography";
import { SampleGallery } from "@/features/content/ai-qr/components/sample-gallery";
import { useTitle } from "@/shared/components/use-title";
import { paths } from "@/shared/config/paths";

/** Shows what the studio generates, for visitors without a login. */
export function StudioWelcome() {
  useTitle(t`Code art`);
  return (
    <Container maxWidth="lg" sx={{ py: { xs: 2, md: 3 } }}>
      <Box
        sx={{
          display: "grid",
          gap: { xs: 4, md: 6 },
          alignItems: { md: "center" },
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 5fr) minmax(0, 7fr)" },
        }}
      >
        <div>
          <Typography variant="h2" component="h1" sx={{ textWrap: "balance" }}>
            <Trans>QR codes worth framing</Trans>
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 2, mb: 3 }}>
            <Trans>
              Choose a pattern and its colours, or upload your own photo: the code becomes part of the picture. Each one
              is tested small, blurred, tilted and in a poor photo, so it scans when printed.
            </Trans>
          </Typography>
          <Button size="large" variant="contained" href={paths.studio}>
            <Trans>Create your own</Trans>
          </Button>
        </div>
        <SampleGallery />
      </Box>
    </Container>
  );
}
