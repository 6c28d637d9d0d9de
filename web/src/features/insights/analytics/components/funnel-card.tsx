import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
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
import { StaleWarning } from "@/shared/components/stale-warning";
import type { RowsMetric } from "@/features/insights/analytics/metrics";
import { numberOf, reportQuery } from "@/features/insights/analytics/api/get-report";
import { moneyOf } from "@/features/insights/analytics/report-cells";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { useNearViewport } from "@/shared/components/use-near-viewport";
import { formatCount, formatShare } from "@/shared/format/numbers";
import { useOrganizationData } from "@/shared/organization/organization";

/** Each step requires the previous one. */
const STEPS = [
  { count: "scan_people", title: "scan_people" },
  { count: "view_reached", title: "view_people", share: "view_share" },
  { count: "submit_reached", title: "submit_people", share: "submit_share" },
] as const;

/** These do not require the steps: a person who redeems may never have sent a form. */
const OUTCOMES = [
  { count: "redemption_people", title: "redemption_people" },
  { count: "order_people", title: "order_people" },
] as const;

/** How many people got from a scan to a view and a form, and how many redeemed or bought something. */
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
  const currency = useOrganizationData().data?.currency;
  const revenue = row && moneyOf(numberOf(row, "revenue_cents"), row["currency"], currency);
  return (
    <Card component="section" ref={card} aria-label={t`Funnel`} sx={{ p: { xs: 2, md: 3 } }}>
      <Typography variant="h5" component="h2">
        <Trans>Conversion funnel</Trans>
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        <Trans>People who took each step after the ones above it, and their share of the step before</Trans>
      </Typography>
      <StaleWarning reading={report} />
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
          <Trans>No visitors in this range</Trans>
        </Typography>
      ) : (
        <Box aria-busy={report.isPlaceholderData} sx={{ opacity: report.isPlaceholderData ? 0.55 : 1 }}>
          <Stack component="ol" spacing={1} sx={LIST}>
            {STEPS.map((step) => (
              <Step
                key={step.count}
                title={columns.get(step.title)?.title ?? step.title}
                definition={columns.get(step.title)?.definition}
                count={numberOf(row, step.count)}
                most={most}
                share={"share" in step && row[step.share] !== null ? numberOf(row, step.share) : null}
              />
            ))}
          </Stack>
          <Typography variant="subtitle2" component="h3" sx={{ mt: 2.5, mb: 1 }}>
            <Trans>
              Outcomes{" "}
              <Typography component="span" variant="body2" color="textSecondary">
                with or without a page or form before, as a share of people who scanned
              </Typography>
            </Trans>
          </Typography>
          <Stack component="ul" spacing={1} sx={LIST}>
            {OUTCOMES.map(({ count, title }) => {
              const people = numberOf(row, count);
              return (
                <Step
                  key={count}
                  title={columns.get(title)?.title ?? title}
                  definition={columns.get(title)?.definition}
                  count={people}
                  most={most}
                  share={people <= most ? people / most : null}
                />
              );
            })}
          </Stack>
          <Typography variant="body2" sx={{ mt: 2 }} title={columns.get("revenue_cents")?.definition}>
            <Trans>
              Revenue: <strong>{revenue}</strong> from{" "}
              <Plural value={numberOf(row, "orders")} one="# order" other="# orders" />
            </Trans>
            {numberOf(row, "other_orders") > 0 ? (
              <>
                {". "}
                <Plural
                  value={numberOf(row, "other_orders")}
                  one="# order in another currency is not included"
                  other="# orders in other currencies are not included"
                />
              </>
            ) : null}
            {onRows && numberOf(row, "orders") > 0 ? (
              <IconButton
                size="small"
                className="no-print"
                aria-label={t`Events for revenue`}
                title={t`Events for revenue`}
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

interface StepProps {
  title: string;
  definition: string | undefined;
  count: number;
  most: number;
  share: number | null;
}

/** A number of people with its bar and its share. */
function Step({ title, definition, count, most, share }: StepProps) {
  return (
    <Box component="li" sx={STEP}>
      <Tooltip title={definition ?? ""}>
        <Typography variant="body2">{title}</Typography>
      </Tooltip>
      <Box aria-hidden className="track">
        <Box
          sx={{
            height: "100%",
            borderRadius: 1,
            bgcolor: "primary.main",
            width: `${Math.min(1, count / most) * 100}%`,
            minWidth: count > 0 ? 3 : 0,
          }}
        />
      </Box>
      <Typography variant="body2" sx={{ textAlign: "right", fontVariantNumeric: "tabular-nums" }}>
        <strong>{formatCount(count)}</strong>
        {share === null ? null : (
          <Box component="span" sx={{ color: "text.secondary", display: "inline-block", minWidth: "4em" }}>
            {" "}
            {formatShare(share)}
          </Box>
        )}
      </Typography>
    </Box>
  );
}

const LIST = { listStyle: "none", m: 0, p: 0 } as const;
const STEP = {
  display: "grid",
  alignItems: "center",
  columnGap: 1.5,
  gridTemplateColumns: { xs: "minmax(0, 1fr) auto", sm: "13rem minmax(0, 1fr) 9rem" },
  "& .track": { display: { xs: "none", sm: "block" }, height: 26, borderRadius: 1, bgcolor: "action.hover" },
} as const;
