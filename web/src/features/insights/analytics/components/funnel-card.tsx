import TocIcon from "@mui/icons-material/Toc";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { memo, useRef } from "react";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { StaleWarning } from "@/features/insights/analytics/components/stale-warning";
import type { RowsMetric } from "@/features/insights/analytics/metrics";
import { numberOf, reportQuery } from "@/features/insights/analytics/api/get-report";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { useNearViewport } from "@/shared/components/use-near-viewport";
import { formatCount, formatShare } from "@/shared/format/numbers";

const STEPS = [
  { reached: "scan_people", people: "scan_people" },
  { reached: "view_reached", people: "view_people", share: "view_share" },
  { reached: "submit_reached", people: "submit_people", share: "submit_share" },
  { reached: "redemption_reached", people: "redemption_people", share: "redemption_share" },
  { reached: "order_reached", people: "order_people", share: "order_share" },
] as const;

/** How many came from a scan to a view, a form, something redeemed and money. */
export const FunnelCard = memo(function FunnelCard({
  question,
  onRows,
}: {
  question: QueryInput;
  onRows?: ((metric: RowsMetric) => void) | undefined;
}) {
  const card = useRef<HTMLDivElement>(null);
  const near = useNearViewport(card);
  const report = useQuery({ ...reportQuery("funnel", question), enabled: near });
  const [row] = report.data?.rows ?? [];
  const columns = new Map(report.data?.columns.map((column) => [column.name, column]));
  const most = Math.max(1, numberOf(row, "scan_people"));
  const currency = row?.["currency"];
  return (
    <Card component="section" ref={card} aria-label="Funnel" sx={{ p: { xs: 2, md: 3 } }}>
      <Typography variant="h5" component="h2">
        Conversion funnel
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        People who reached each step in this range, the conversion from the previous step, and the total per step
      </Typography>
      {isUnreadable(report) ? null : <StaleWarning reading={report} />}
      {isUnreadable(report) ? (
        <ErrorState compact error={report.error} onRetry={() => void report.refetch()} />
      ) : report.data === undefined ? (
        near ? (
          <Skeleton variant="rounded" height={236} />
        ) : (
          <Box sx={{ height: 236 }} />
        )
      ) : row === undefined ? (
        <Typography variant="body2" color="textSecondary" sx={{ py: 4, textAlign: "center" }}>
          No visitors in this range
        </Typography>
      ) : (
        <Box aria-busy={report.isPlaceholderData} sx={{ opacity: report.isPlaceholderData ? 0.55 : 1 }}>
          <Stack component="ol" spacing={1} sx={{ listStyle: "none", m: 0, p: 0 }}>
            {STEPS.map((step) => {
              const reached = numberOf(row, step.reached);
              const all = numberOf(row, step.people);
              const about = columns.get(step.people);
              const share = "share" in step && row[step.share] !== null ? numberOf(row, step.share) : null;
              return (
                <Box
                  component="li"
                  key={step.people}
                  sx={{
                    display: "grid",
                    alignItems: "center",
                    columnGap: 1.5,
                    gridTemplateColumns: { xs: "minmax(0, 1fr) auto", sm: "13rem minmax(0, 1fr) 9rem" },
                  }}
                >
                  <Tooltip title={about?.definition ?? ""}>
                    <Typography variant="body2">{about?.title ?? step.people}</Typography>
                  </Tooltip>
                  <Box
                    aria-hidden
                    sx={{ display: { xs: "none", sm: "block" }, height: 26, borderRadius: 1, bgcolor: "action.hover" }}
                  >
                    <Box
                      sx={{
                        height: "100%",
                        borderRadius: 1,
                        bgcolor: "primary.main",
                        width: `${(reached / most) * 100}%`,
                        minWidth: reached > 0 ? 3 : 0,
                      }}
                    />
                  </Box>
                  <Typography variant="body2" sx={{ textAlign: "right", fontVariantNumeric: "tabular-nums" }}>
                    <strong>{formatCount(reached)}</strong>
                    {share === null ? null : (
                      <Box component="span" sx={{ color: "text.secondary" }}>
                        {" "}
                        {formatShare(share)}
                      </Box>
                    )}
                    {all === reached ? null : (
                      <Box
                        component="span"
                        sx={{ display: "block", color: "text.secondary", typography: "caption" }}
                        title={about?.definition}
                      >
                        {formatCount(all)} total
                      </Box>
                    )}
                  </Typography>
                </Box>
              );
            })}
          </Stack>
          <Typography variant="body2" sx={{ mt: 2 }} title={columns.get("revenue_cents")?.definition}>
            Revenue:{" "}
            <strong>{moneyOf(numberOf(row, "revenue_cents"), typeof currency === "string" ? currency : null)}</strong>
            {" from "}
            {formatCount(numberOf(row, "orders"))} {numberOf(row, "orders") === 1 ? "order" : "orders"}
            {numberOf(row, "other_orders") > 0
              ? `, and ${formatCount(numberOf(row, "other_orders"))} in other currencies, not included`
              : ""}
            {onRows && numberOf(row, "orders") > 0 ? (
              <IconButton
                size="small"
                className="no-print"
                aria-label="Events for revenue"
                title="Events for revenue"
                onClick={() => onRows("revenue")}
                sx={{ ml: 0.5 }}
              >
                <TocIcon fontSize="inherit" />
              </IconButton>
            ) : null}
          </Typography>
        </Box>
      )}
    </Card>
  );
});

function moneyOf(cents: number, currency: string | null): string {
  if (currency === null || !/^[A-Z]{3}$/i.test(currency)) {
    return formatCount(cents / 100);
  }
  return new Intl.NumberFormat(undefined, { style: "currency", currency }).format(cents / 100);
}
