import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import LinearProgress from "@mui/material/LinearProgress";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link as RouterLink } from "react-router";
import { previewQuery, type SegmentRules } from "@/features/people/segments/api/segments";
import { customerName } from "@/shared/customers/customer-name";
import { isUnreadable } from "@/shared/api/unreadable";
import { StaleWarning } from "@/shared/components/stale-warning";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatCount, formatShare } from "@/shared/format/numbers";
import { useDebouncedValue } from "@/shared/components/use-debounced-value";

const PAUSE_MS = 400;

interface LiveCountProps {
  /** Null while a condition is incomplete. */
  rules: SegmentRules | null;
  segmentId: string | null;
}

/** The number of customers who match the current rules, and some of them. */
export function LiveCount({ rules, segmentId }: LiveCountProps) {
  const written = useDebouncedValue(JSON.stringify(rules), PAUSE_MS);
  const settled = useMemo(() => JSON.parse(written) as SegmentRules | null, [written]);
  const preview = useQuery(previewQuery(settled, segmentId));
  const found = preview.data;
  const share = formatShare(found === undefined || found.total === 0 ? 0 : found.count / found.total);
  return (
    <Card
      component="section"
      aria-label={t`Matching customers`}
      sx={{ p: 2, position: { md: "sticky" }, top: { md: 80 } }}
    >
      <Typography variant="body2" color="textSecondary">
        <Trans>Customers who match now</Trans>
      </Typography>
      <Box sx={{ height: 4, my: 0.5 }}>{preview.isFetching ? <LinearProgress aria-label={t`Counting`} /> : null}</Box>
      <StaleWarning reading={preview} />
      {rules === null ? (
        <Typography>
          <Trans>Complete the conditions to see how many customers match.</Trans>
        </Typography>
      ) : isUnreadable(preview) ? (
        <ErrorState compact error={preview.error} onRetry={() => void preview.refetch()} />
      ) : found === undefined ? (
        <Typography variant="h3" component="p" aria-busy="true">
          …
        </Typography>
      ) : (
        <>
          <Typography variant="h3" component="p" role="status" sx={{ fontVariantNumeric: "tabular-nums" }}>
            {formatCount(found.count)}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {found.is_total_exact ? (
              <Plural value={found.total} one={`${share} of # customer`} other={`${share} of # customers`} />
            ) : (
              <Trans>
                {share} of about {formatCount(found.total)} customers
              </Trans>
            )}
          </Typography>
          {found.sample.length > 0 ? (
            <>
              <Typography variant="body2" sx={{ mt: 2, mb: 0.5, fontWeight: 600 }}>
                <Trans>For example</Trans>
              </Typography>
              <Stack component="ul" spacing={0.5} sx={{ listStyle: "none", m: 0, p: 0 }}>
                {found.sample.map((one) => (
                  <Box component="li" key={one.customer_id} sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
                    <Link
                      component={RouterLink}
                      to={paths.customer(one.customer_id)}
                      target="_blank"
                      color="textPrimary"
                    >
                      {customerName(one)}
                    </Link>
                  </Box>
                ))}
              </Stack>
            </>
          ) : null}
        </>
      )}
    </Card>
  );
}
