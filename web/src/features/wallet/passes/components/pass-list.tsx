import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import WalletIcon from "@mui/icons-material/AccountBalanceWalletOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router";
import { PAGE_SIZE, type PassSummary, passesQuery } from "@/features/wallet/passes/api/passes";
import { PassActions } from "@/features/wallet/passes/components/pass-actions";
import { PassLife } from "@/features/wallet/passes/components/pass-life";
import { CardList, ListScreen } from "@/shared/components/list-screen";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";
import { useListView } from "@/shared/url/use-list-view";

const STYLES: Readonly<Record<string, MessageDescriptor>> = {
  coupon: msg`Coupon`,
  store_card: msg`Store card`,
  event_ticket: msg`Event ticket`,
  boarding_pass: msg`Boarding pass`,
  generic: msg`Generic pass`,
};

/** Passes in phone wallets, newest first. */
export function PassList() {
  const view = useListView({ text: "q", pageSize: PAGE_SIZE });
  const list = useQuery(passesQuery(view.filter, view.page));
  return (
    <ListScreen
      title={t`Passes`}
      subtitle={t`Passes that people keep in the wallet on their phone.`}
      list={list}
      view={view}
      search={{ label: t`Search passes` }}
    >
      <CardList
        list={list}
        view={view}
        height={100}
        empty={{
          icon: <WalletIcon />,
          title: t`No passes yet`,
          text: t`Design a pass template and create passes from it, or use the API.`,
        }}
        nothingFound={{ title: t`No matching passes`, text: t`Try another name, serial number or description.` }}
      >
        {(pass) => <PassRow key={pass.pass_id} pass={pass} />}
      </CardList>
      {list.data?.items.some((it) => it.is_development) ? <DevelopmentNotice /> : null}
      {list.isPending ? null : <PassLife />}
    </ListScreen>
  );
}

function DevelopmentNotice() {
  return (
    <Alert severity="info" sx={{ mt: 2 }}>
      <Trans>
        Phones reject passes marked “Development”.{" "}
        <Link component={RouterLink} to={paths.walletSettings}>
          Sign passes with your own certificate
        </Link>
      </Trans>
    </Alert>
  );
}

function PassRow({ pass }: { pass: PassSummary }) {
  const zone = useOrganizationData().data?.time_zone;
  const style = STYLES[pass.style];
  return (
    <Card
      component="li"
      sx={{ p: 2, display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.5, alignItems: "center" }}
    >
      <Box sx={{ flex: "1 1 14rem", minWidth: 0 }}>
        <Typography variant="h6" component="h2" sx={{ overflowWrap: "anywhere" }}>
          {pass.customer_id === null ? (
            pass.serialNumber
          ) : (
            <Link component={RouterLink} to={paths.customer(pass.customer_id)} color="textPrimary" underline="hover">
              {pass.customer_name ?? t`A customer without a name`}
            </Link>
          )}
        </Typography>
        <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
          {pass.description}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {[
            style === undefined ? pass.style : t(style),
            pass.customer_id === null ? null : pass.serialNumber,
            pass.phones === 0 ? t`Not on any phone` : plural(pass.phones, { one: "On # phone", other: "On # phones" }),
            t`Changed ${formatDateTime(pass.updated_at, zone)}`,
          ]
            .filter((it) => it !== null)
            .join(" · ")}
        </Typography>
      </Box>
      <Stack direction="row" sx={{ flex: { xs: 1, sm: "none" }, flexWrap: "wrap", gap: 0.5 }}>
        {pass.is_stale ? <Chip size="small" color="warning" label={t`Not fetched yet`} /> : null}
        {pass.is_void ? <Chip size="small" color="warning" label={t`Void`} /> : null}
        {pass.is_development ? <Chip size="small" variant="outlined" label={t`Development`} /> : null}
      </Stack>
      <PassActions pass={pass} />
    </Card>
  );
}
