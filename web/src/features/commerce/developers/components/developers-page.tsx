import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Container from "@mui/material/Container";
import MuiLink from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Link } from "react-router";
import type { Language } from "@/features/commerce/developers/components/code-sample";
import { CallGuides } from "@/features/commerce/developers/components/call-guides";
import { WebhookGuide } from "@/features/commerce/developers/components/webhook-guide";
import { SiteFrame } from "@/shared/components/site-frame";
import { useTitle } from "@/shared/components/use-title";
import { paths } from "@/shared/config/paths";

/** Guides for developers. The reference with its console is a separate page outside the app. */
export function DevelopersPage() {
  const [language, setLanguage] = useState<Language>("python");
  useTitle(t`Developers`);
  const chapters = [
    ["authentication", t`Authentication`],
    ["errors", t`Errors`],
    ["idempotency", t`Idempotency`],
    ["pagination", t`Pagination`],
    ["limits", t`Rate limits`],
    ["webhooks", t`Webhooks`],
    ["rest-hooks", t`REST hooks`],
    ["sdks", t`SDKs`],
  ] as const;
  return (
    <SiteFrame>
      <Container maxWidth="lg" sx={{ py: { xs: 4, md: 6 } }}>
        <Stack spacing={2} sx={{ mb: { xs: 4, md: 6 } }}>
          <Typography variant="h2" component="h1">
            <Trans>Build with Waypost</Trans>
          </Typography>
          <Typography color="textSecondary" sx={{ maxWidth: 640 }}>
            <Trans>
              Everything you can do on a screen, you can do with the API. Create codes, read results, and let Waypost
              tell your systems what happens.
            </Trans>
          </Typography>
          <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1 }}>
            <Button variant="contained" href={paths.apiReference}>
              <Trans>API reference and console</Trans>
            </Button>
            <Button variant="outlined" component={Link} to={paths.apiKeys}>
              <Trans>Get an API key</Trans>
            </Button>
          </Stack>
        </Stack>
        <Box sx={{ display: "grid", gap: { xs: 3, md: 6 }, gridTemplateColumns: { md: "200px minmax(0, 1fr)" } }}>
          <Box component="nav" aria-label={t`Guides`} sx={{ position: { md: "sticky" }, top: 16, alignSelf: "start" }}>
            <Stack
              component="ul"
              useFlexGap
              direction={{ xs: "row", md: "column" }}
              sx={{ flexWrap: "wrap", gap: 1, m: 0, p: 0, listStyle: "none" }}
            >
              {chapters.map(([id, title]) => (
                <li key={id}>
                  <MuiLink href={`#${id}`} sx={{ display: "inline-block", py: 0.5, pr: 1 }}>
                    {title}
                  </MuiLink>
                </li>
              ))}
            </Stack>
          </Box>
          <Stack spacing={6} sx={{ minWidth: 0 }}>
            <CallGuides language={language} onLanguage={setLanguage} />
            <WebhookGuide language={language} onLanguage={setLanguage} />
          </Stack>
        </Box>
      </Container>
    </SiteFrame>
  );
}
