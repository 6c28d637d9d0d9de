import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import WalletIcon from "@mui/icons-material/AccountBalanceWalletOutlined";
import SearchOffIcon from "@mui/icons-material/SearchOff";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Pagination from "@mui/material/Pagination";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router";
import { PAGE_SIZE, type PassSummary, passesQuery } from "@/features/wallet/passes/api/passes";
import { PassActions } from "@/features/wallet/passes/components/pass-actions";
import { PassLife } from "@/features/wallet/passes/components/pass-life";
import { PageHeader } from "@/shared/components/page-header";
import { Narrowing } from "@/shared/components/narrowing";
import { SearchBox } from "@/shared/components/search-box";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";
import { useSearchChange } from "@/shared/url/use-search-change";

const STYLES: Readonly<Record<string, MessageDescriptor>> = {
  coupon: msg`Coupon`,
  store_card: msg`Store card`,
  event_ticket: msg`Event ticket`,
  boarding_pass: msg`Boarding pass`,
  generic: msg`Generic pass`,
};

/** Passes for phones' wallets, newest first. */
export function PassList() {
  const [search, change] = useSearchChange();
  const text = search.get("q") ?? "";
  const page = Math.max(1, Number(search.get("at")) || 1);
  const list = useQuery(passesQuery(text, page));
  const pages = Math.ceil((list.data?.total ?? 0) / PAGE_SIZE);
  return (
    <>
      <PageHeader title={t`Passes`} subtitle={t`The passes that people keep in their phones’ wallets.`} />
      <Narrowing list={list} isNarrowed={text !== ""}>
        <Box sx={{ mb: 2, maxWidth: "24rem" }}>
          <SearchBox
            label={t`Search passes`}
            value={text}
            onChange={(typed) => change({ q: typed.trim() || null, at: null })}
          />
        </Box>
      </Narrowing>
      {list.isPending ? (
        <Skeleton variant="rounded" height={240} aria-busy="true" />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data.items.length === 0 ? (
        <Card>
          {text === "" ? (
            <EmptyState
              icon={<WalletIcon />}
              title={t`No passes yet`}
              text={t`Design a pass template and make passes from it, or create them through the API.`}
            />
          ) : (
            <EmptyState
              icon={<SearchOffIcon />}
              title={t`No pass found`}
              text={t`Serial numbers and descriptions are searched.`}
            />
          )}
        </Card>
      ) : (
        <Stack component="ul" spacing={1.5} sx={{ listStyle: "none", m: 0, p: 0 }}>
          {list.data.items.map((pass) => (
            <PassRow key={pass.pass_id} pass={pass} />
          ))}
        </Stack>
      )}
      {pages > 1 ? (
        <Pagination
          sx={{ mt: 2 }}
          count={pages}
          page={page}
          onChange={(_, next) => change({ at: next === 1 ? null : String(next) })}
        />
      ) : null}
      {list.isPending ? null : <PassLife />}
    </>
  );
}

function PassRow({ pass }: { pass: PassSummary }) {
  const zone = useOrganizationData().data?.time_zone;
  const style = STYLES[pass.style];
  return (
    <Card component="li" sx={{ p: 2, display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" }}>
      <Box sx={{ flex: "1 1 14rem", minWidth: 0 }}>
        <Typography variant="h6" component="h2" sx={{ overflowWrap: "anywhere" }}>
          {pass.description}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {[
            style === undefined ? pass.style : t(style),
            pass.serialNumber,
            pass.phones === 0 ? t`Not on any phone` : plural(pass.phones, { one: "On # phone", other: "On # phones" }),
            t`Changed ${formatDateTime(pass.updated_at, zone)}`,
          ].join(" · ")}
        </Typography>
        {pass.customer_id === null ? null : (
          <Link component={RouterLink} to={paths.customer(pass.customer_id)} variant="body2">
            <Trans>Customer</Trans>
          </Link>
        )}
      </Box>
      <Stack direction="row" sx={{ flexWrap: "wrap", gap: 0.5 }}>
        {pass.is_stale ? <Chip size="small" color="warning" label={t`Not fetched yet`} /> : null}
        {pass.is_void ? <Chip size="small" color="warning" label={t`Void`} /> : null}
        {pass.is_development ? <Chip size="small" variant="outlined" label={t`Development: phones reject it`} /> : null}
      </Stack>
      <PassActions pass={pass} />
    </Card>
  );
}
