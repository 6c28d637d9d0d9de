import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type Interaction, interactionQuery } from "@/features/people/customers/api/customers";
import { kindOfCustomer } from "@/features/people/customers/customer-texts";
import { ErrorState } from "@/shared/components/state-views";
import { formatDate } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";
import { useOrderValueText } from "@/shared/organization/costs";

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

/** How often a customer did each thing, the sum of their orders, and when they were last seen. */
export function CustomerTotals({ customerId }: { customerId: string }) {
  const totals = useQuery(interactionQuery(customerId));
  const orderValueText = useOrderValueText();
  if (totals.isPending) {
    return <Skeleton variant="rounded" height={96} aria-busy="true" />;
  }
  if (totals.data === undefined) {
    return <ErrorState error={totals.error} onRetry={() => void totals.refetch()} compact />;
  }
  const { data } = totals;
  const shown = [
    ...(Object.keys(COUNTS) as (keyof typeof COUNTS)[]).map(
      (name) => [name, t(COUNTS[name]), formatCount(data[name])] as const,
    ),
    ["value", t`Order value`, orderValueText(data.amount_cents)] as const,
    ...(data.days_since_last === null
      ? []
      : [["recency", t`Days since last seen`, formatCount(data.days_since_last)] as const]),
  ];
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {data.first_at === null || data.last_at === null
          ? t`No activity yet`
          : [
              data.segment === null ? "" : kindOfCustomer(data.segment),
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
        {shown.map(([name, label, value]) => (
          <Box key={name} sx={{ display: "flex", flexDirection: "column-reverse", justifyContent: "flex-end" }}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" variant="h5" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  );
}
