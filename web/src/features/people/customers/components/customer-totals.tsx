import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type Interaction, interactionQuery } from "@/features/people/customers/api/customers";
import { ErrorState } from "@/shared/components/state-views";
import { formatDate } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";

const COUNTS = {
  scans: msg`Scans`,
  views: msg`Page views`,
  submits: msg`Forms`,
  votes: msg`Votes`,
  plays: msg`Plays`,
  redemptions: msg`Redemptions`,
  orders: msg`Orders`,
  messages: msg`Messages`,
} as const satisfies Partial<Record<keyof Interaction, MessageDescriptor>>;

/** How often a customer did what, and when last. */
export function CustomerTotals({ customerId }: { customerId: string }) {
  const totals = useQuery(interactionQuery(customerId));
  if (totals.isPending) {
    return <Skeleton variant="rounded" height={96} aria-busy="true" />;
  }
  if (totals.data === undefined) {
    return <ErrorState error={totals.error} onRetry={() => void totals.refetch()} compact />;
  }
  const { data } = totals;
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {data.first_at === null || data.last_at === null
          ? t`No activity yet`
          : [
              data.segment ?? "",
              t`first seen ${formatDate(data.first_at, data.timezone)}`,
              t`last seen ${formatDate(data.last_at, data.timezone)}`,
            ]
              .filter(Boolean)
              .join(" · ")}
      </Typography>
      <Box
        component="dl"
        sx={{ display: "grid", gridTemplateColumns: "repeat(auto-fill, minmax(96px, 1fr))", gap: 2, m: 0 }}
      >
        {(Object.keys(COUNTS) as (keyof typeof COUNTS)[]).map((name) => (
          <Box key={name} sx={{ display: "flex", flexDirection: "column-reverse" }}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {t(COUNTS[name])}
            </Typography>
            <Typography component="dd" variant="h5" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
              {formatCount(data[name])}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  );
}
