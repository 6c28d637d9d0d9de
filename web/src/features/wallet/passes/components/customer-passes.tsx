import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router";
import { customerPassesQuery } from "@/features/wallet/passes/api/passes";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";

/** The wallet passes of one customer. */
export function CustomerPasses({ customerId }: { customerId: string }) {
  const zone = useOrganizationData().data?.time_zone;
  const list = useQuery(customerPassesQuery(customerId));
  if (list.isPending) {
    return <Skeleton variant="rounded" height={56} />;
  }
  if (list.isError) {
    return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.data.items.length === 0) {
    return (
      <Typography color="textSecondary">
        <Trans>No passes yet.</Trans>
      </Typography>
    );
  }
  return (
    <Stack component="ul" spacing={1.5} sx={{ listStyle: "none", m: 0, p: 0 }}>
      {list.data.items.map((pass) => (
        <Box component="li" key={pass.pass_id}>
          <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
            <Link
              component={RouterLink}
              to={`${paths.passes}?q=${encodeURIComponent(pass.serialNumber)}`}
              sx={{ overflowWrap: "anywhere" }}
            >
              {pass.description}
            </Link>
            {pass.is_void ? <Chip size="small" color="warning" label={t`Void`} /> : null}
            {pass.is_stale ? <Chip size="small" color="warning" label={t`Not fetched yet`} /> : null}
          </Stack>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            {[
              pass.serialNumber,
              pass.phones === 0
                ? t`Not on any phone`
                : plural(pass.phones, { one: "On # phone", other: "On # phones" }),
              plural(pass.uses, { one: "Redeemed # time", other: "Redeemed # times" }),
              t`Changed ${formatDateTime(pass.updated_at, zone)}`,
            ].join(" · ")}
          </Typography>
        </Box>
      ))}
    </Stack>
  );
}
