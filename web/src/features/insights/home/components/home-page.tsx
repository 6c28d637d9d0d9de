import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import BoltOutlinedIcon from "@mui/icons-material/BoltOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import FactCheckOutlinedIcon from "@mui/icons-material/FactCheckOutlined";
import GroupsOutlinedIcon from "@mui/icons-material/GroupsOutlined";
import ShieldOutlinedIcon from "@mui/icons-material/ShieldOutlined";
import SmartToyOutlinedIcon from "@mui/icons-material/SmartToyOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Container from "@mui/material/Container";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { HeroPicture } from "@/features/insights/home/components/hero-picture";
import { SiteFrame } from "@/shared/components/site-frame";
import { Steps } from "@/features/insights/home/components/steps";
import { paths } from "@/shared/config/paths";

const REASONS = [
  {
    Icon: EditOutlinedIcon,
    title: msg`Change it after printing`,
    text: msg`Change the destination of a code at any time. Printed copies stay the same.`,
  },
  {
    Icon: BoltOutlinedIcon,
    title: msg`Analytics within seconds`,
    text: msg`Scans appear on your dashboard within seconds, not in tomorrow’s report.`,
  },
  {
    Icon: SmartToyOutlinedIcon,
    title: msg`People, not bots`,
    text: msg`Crawlers and link previews are detected and excluded. One switch includes them.`,
  },
  {
    Icon: FactCheckOutlinedIcon,
    title: msg`Every metric explained`,
    text: msg`See how scans, visits and people are defined, which time zone applies and how fresh the data is.`,
  },
  {
    Icon: ShieldOutlinedIcon,
    title: msg`Respects privacy`,
    text: msg`No app and no cross-site tracking. Visitors can opt out, and browser privacy signals are respected.`,
  },
  {
    Icon: GroupsOutlinedIcon,
    title: msg`Built for teams`,
    text: msg`Owners, admins, editors and viewers share one organisation. API keys connect your own software.`,
  },
] as const;

/** The public home page. */
export function HomePage() {
  return (
    <SiteFrame>
      <Container maxWidth="lg">
        <Box
          sx={{
            display: "grid",
            gap: { xs: 5, md: 6 },
            gridTemplateColumns: { md: "1.1fr 1fr" },
            alignItems: "center",
            py: { xs: 4, md: 9 },
          }}
        >
          <Stack spacing={3}>
            <Typography variant="h1">
              <Trans>QR codes you can change, with analytics you can trust.</Trans>
            </Typography>
            <Typography sx={{ fontSize: { xs: "1.05rem", md: "1.2rem" }, color: "text.secondary", maxWidth: "34rem" }}>
              <Trans>
                Create QR codes and landing pages for shops, venues and campaigns, and see every scan within seconds, in
                your time zone, without bots.
              </Trans>
            </Typography>
            <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5}>
              <Button component={Link} to={paths.createCode} variant="contained" size="large">
                <Trans>Create a code</Trans>
              </Button>
              <Button component={Link} to={paths.analytics} variant="outlined" size="large">
                <Trans>View analytics</Trans>
              </Button>
            </Stack>
          </Stack>
          <HeroPicture />
        </Box>
        <Steps />
        <Typography variant="h2" sx={{ mt: { xs: 7, md: 12 }, mb: { xs: 3, md: 5 }, maxWidth: "22ch" }}>
          <Trans>Built for codes that are printed once and used for years</Trans>
        </Typography>
        <Box sx={{ display: "grid", gap: 2.5, gridTemplateColumns: { sm: "1fr 1fr", md: "repeat(3, 1fr)" } }}>
          {REASONS.map(({ Icon, title, text }) => (
            <Card key={t(title)} sx={{ p: 3 }}>
              <Icon color="primary" sx={{ fontSize: 30, mb: 1.5 }} />
              <Typography variant="h5" component="h3" gutterBottom>
                {t(title)}
              </Typography>
              <Typography color="textSecondary">{t(text)}</Typography>
            </Card>
          ))}
        </Box>
        <Card
          sx={{
            mt: { xs: 6, md: 10 },
            p: { xs: 3, md: 6 },
            textAlign: "center",
            border: 0,
            bgcolor: "primary.main",
            color: "primary.contrastText",
          }}
        >
          <Typography variant="h2" gutterBottom>
            <Trans>Create your first code in a minute</Trans>
          </Typography>
          <Typography sx={{ mb: 3, opacity: 0.92 }}>
            <Trans>Enter a name and a destination, then download the code.</Trans>
          </Typography>
          <Button
            component={Link}
            to={paths.createCode}
            size="large"
            variant="contained"
            sx={{ bgcolor: "background.paper", color: "text.primary", "&:hover": { bgcolor: "background.default" } }}
          >
            <Trans>Create a code</Trans>
          </Button>
        </Card>
      </Container>
    </SiteFrame>
  );
}
