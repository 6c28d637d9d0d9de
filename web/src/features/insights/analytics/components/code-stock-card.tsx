import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import MuiLink from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { memo, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { numberOf, type ReportRow, reportQuery } from "@/features/insights/analytics/api/get-report";
import { StaleWarning } from "@/shared/components/stale-warning";
import { UnsupportedFilters, unsupportedFilters } from "@/features/insights/analytics/components/unsupported-filters";
import { isUnreadable } from "@/shared/api/unreadable";
import { whenIdle } from "@/shared/components/idle";
import { ErrorState } from "@/shared/components/state-views";
import { useNearViewport } from "@/shared/components/use-near-viewport";
import { paths } from "@/shared/config/paths";
import { formatCount } from "@/shared/format/numbers";
import { FINGER, TOUCH } from "@/shared/theme/touch";

const TITLE = msg`Promo and one-time codes`;
const KINDS: Readonly<Record<string, MessageDescriptor>> = {
  one_time_code: msg`One-time codes`,
  promo_code: msg`Promo codes`,
};
const PARTS = [
  { name: "used_up", isShown: false, text: (count: string) => t`${count} used up` },
  { name: "left_over", isShown: true, text: (count: string) => t`${count} left` },
  { name: "voided", isShown: false, text: (count: string) => t`${count} withdrawn` },
  { name: "expired", isShown: false, text: (count: string) => t`${count} expired` },
] as const;

interface CodeStockCardProps {
  question: QueryInput;
  /** For a single code, which rarely has any: the card is hidden until there are issued codes. */
  onlyIfAny?: boolean;
}

/** The issued, used up, withdrawn, expired and remaining codes at the end of the range. */
export const CodeStockCard = memo(function CodeStockCard({ question, onlyIfAny = false }: CodeStockCardProps) {
  const card = useRef<HTMLDivElement>(null);
  // A hidden card never comes near the viewport, so its data is fetched when the page is idle.
  const isIdle = useIdle();
  const near = useNearViewport(card) || (onlyIfAny && isIdle);
  const missing = unsupportedFilters(question);
  // Filters that do not apply to issued codes have no effect on whether there are any.
  const kinds =
    onlyIfAny && missing.length > 0 ? { ...question, filters: withoutThese(question.filters, missing) } : question;
  const report = useQuery({
    ...reportQuery("code_stock", kinds),
    placeholderData: undefined,
    enabled: near && (onlyIfAny || missing.length === 0),
  });
  if (onlyIfAny && !report.data?.rows.length) {
    return null;
  }
  return (
    <Card component="section" ref={card} aria-label={t(TITLE)} sx={{ p: { xs: 2, md: 3 } }}>
      <Stack
        direction="row"
        useFlexGap
        spacing={1}
        sx={{ flexWrap: "wrap", alignItems: "baseline", justifyContent: "space-between" }}
      >
        <Typography variant="h5" component="h2">
          {t(TITLE)}
        </Typography>
        <MuiLink
          component={Link}
          to={`${paths.reports}?report=code_batches`}
          variant="body2"
          className="no-print"
          sx={{ [TOUCH]: { display: "inline-flex", alignItems: "center", minHeight: FINGER } }}
        >
          <Trans>All batches</Trans>
        </MuiLink>
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        <Trans>Status of issued codes at the end of this range</Trans>
      </Typography>
      {missing.length > 0 ? null : <StaleWarning reading={report} />}
      {missing.length > 0 ? (
        <UnsupportedFilters what={t(TITLE)} dimensions={missing} />
      ) : isUnreadable(report) ? (
        <ErrorState compact error={report.error} onRetry={() => void report.refetch()} />
      ) : report.data === undefined ? (
        near ? (
          <Skeleton variant="rounded" height={72} />
        ) : (
          <Box sx={{ height: 72 }} />
        )
      ) : report.data.rows.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ py: 2, textAlign: "center" }}>
          <Trans>No codes issued yet</Trans>
        </Typography>
      ) : (
        <Stack component="ul" spacing={2} sx={{ listStyle: "none", m: 0, p: 0 }}>
          {report.data.rows.map((row) => (
            <Kind key={String(row["kind"])} row={row} />
          ))}
        </Stack>
      )}
    </Card>
  );
});

function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}

function withoutThese(filters: QueryInput["filters"], names: readonly string[]): QueryInput["filters"] {
  return Object.fromEntries(Object.entries(filters ?? {}).filter(([name]) => !names.includes(name)));
}

function Kind({ row }: { row: ReportRow }) {
  const kind = String(row["kind"]);
  const known = KINDS[kind];
  const name = known === undefined ? kind : t(known);
  const issued = numberOf(row, "issued");
  const share = (count: number) => `${(count / Math.max(issued, 1)) * 100}%`;
  // A one-time code that was used is used up.
  const uses = kind === "one_time_code" ? [] : [plural(numberOf(row, "used"), { one: "# use", other: "# uses" })];
  const parts = PARTS.map((part) => ({ ...part, count: numberOf(row, part.name) })).filter(
    ({ isShown, count }) => count > 0 || isShown,
  );
  return (
    <Box component="li">
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: "wrap", justifyContent: "space-between" }}>
        <Typography variant="body2">
          <Trans>
            {name}: <strong>{formatCount(issued)}</strong> issued
          </Trans>
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: "tabular-nums" }}>
          {[...parts.map(({ text, count }) => text(formatCount(count))), ...uses].join(" · ")}
        </Typography>
      </Stack>
      <Box
        aria-hidden
        sx={{ mt: 0.75, height: 8, borderRadius: 1, bgcolor: "action.hover", display: "flex", overflow: "hidden" }}
      >
        <Box sx={{ bgcolor: "primary.main", width: share(numberOf(row, "used_up")) }} />
        <Box sx={{ bgcolor: "text.disabled", width: share(numberOf(row, "voided") + numberOf(row, "expired")) }} />
      </Box>
    </Box>
  );
}
