import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import WalletIcon from "@mui/icons-material/AccountBalanceWalletOutlined";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Container from "@mui/material/Container";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { SiteFrame } from "@/shared/components/site-frame";
import { useTitle } from "@/shared/components/use-title";
import { paths } from "@/shared/config/paths";

/** Explains what a card is to visitors who open the link of one. */
export function CardPage() {
  useTitle(t`Card`);
  return (
    <SiteFrame>
      <Container maxWidth="sm" sx={{ py: { xs: 4, md: 8 } }}>
        <Card sx={{ p: { xs: 3, sm: 5 } }}>
          <Stack spacing={2} sx={{ alignItems: "flex-start" }}>
            <WalletIcon color="primary" sx={{ fontSize: 48 }} />
            <Typography variant="h3" component="h1">
              <Trans>A card for your phone</Trans>
            </Typography>
            <Typography color="textSecondary">
              <Trans>
                A card can be a membership, a stamp card or a ticket. Keep it in your phone’s wallet or on this page,
                and show its code at the counter.
              </Trans>
            </Typography>
            <Typography color="textSecondary">
              <Trans>
                This card is not available right now. Ask the person who gave you the link, or scan the code again.
              </Trans>
            </Typography>
            <Button component={Link} to={paths.home} variant="outlined">
              <Trans>About Waypost</Trans>
            </Button>
          </Stack>
        </Card>
      </Container>
    </SiteFrame>
  );
}
