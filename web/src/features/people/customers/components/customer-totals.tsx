import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type Interaction, interactionQuery } from "@/features/people/customers/api/customers";
import { ErrorState } from "@/shared/components/state-views";
import { formatDate } from "@/shared/format/dates";

const COUNTS = {
  scans: "Scans",
  views: "Page views",
  submits: "Forms",
  votes: "Votes",
  plays: "Plays",
  redemptions: "Redemptions",
  orders: "Orders",
  messages: "Messages",
} as const satisfies Partial<Record<keyof Interaction, string>>;

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
          ? "No activity yet"
          : `${data.segment ?? ""} · first seen ${formatDate(data.first_at, data.timezone)} · last seen ${formatDate(data.last_at, data.timezone)}`}
      </Typography>
      <Box
        component="dl"
        sx={{ display: "grid", gridTemplateColumns: "repeat(auto-fill, minmax(96px, 1fr))", gap: 2, m: 0 }}
      >
        {(Object.keys(COUNTS) as (keyof typeof COUNTS)[]).map((name) => (
          <Box key={name} sx={{ display: "flex", flexDirection: "column-reverse" }}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {COUNTS[name]}
            </Typography>
            <Typography component="dd" variant="h5" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
              {data[name].toLocaleString()}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  );
}
