import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import LinkOffIcon from "@mui/icons-material/LinkOff";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Container from "@mui/material/Container";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { AnalyticsSourceContext } from "@/features/insights/analytics/api/analytics-source";
import { analyticsQuery, queryOf } from "@/features/insights/analytics/api/get-analytics";
import { brandStyles } from "@/features/insights/analytics/brand-colors";
import { shareLinkSource, sharedViewQuery, type SharedView } from "@/features/insights/analytics/api/share-links";
import { cardsOf, shownBy } from "@/features/insights/analytics/dashboard-query";
import { BreakdownCard } from "@/features/insights/analytics/components/breakdown-card";
import { BREAKDOWN_HEIGHT, BREAKDOWNS } from "@/features/insights/analytics/components/breakdown-layout";
import { DashboardSkeleton } from "@/features/insights/analytics/components/dashboard-skeleton";
import { FilterChips } from "@/features/insights/analytics/components/filter-chips";
import { Freshness } from "@/features/insights/analytics/components/freshness";
import { HeatMapCard } from "@/features/insights/analytics/components/heat-map-card";
import { KpiCards } from "@/features/insights/analytics/components/kpi-cards";
import { PrintButton } from "@/features/insights/analytics/components/print-button";
import { PrintStyles } from "@/features/insights/analytics/components/print-styles";
import { RangePicker } from "@/features/insights/analytics/components/range-picker";
import { TrendCard } from "@/features/insights/analytics/components/trend-card";
import { TrendControls } from "@/features/insights/analytics/components/trend-controls";
import {
  type Dimension,
  dimensionsAmong,
  filterText,
  labelOf,
  propertyOf,
} from "@/features/insights/analytics/dimensions";
import {
  type AnalyticsView,
  type DateRange,
  formatView,
  parseView,
  withoutValue,
  withValue,
} from "@/features/insights/analytics/filters";
import { DEFAULT_INTERVAL } from "@/features/insights/analytics/ranges";
import { ApiError } from "@/shared/api/errors";
import { Hints } from "@/shared/components/hints";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useDimWhile } from "@/shared/components/use-dim-while";
import { LazyRender } from "@/shared/components/lazy-render";
import { formatDate } from "@/shared/format/dates";
import { dayOf } from "@/shared/format/zoned";

/** The dashboard behind a share link. */
export function SharedDashboard({ token }: { token: string }) {
  const shared = useQuery(sharedViewQuery(token));
  const source = useMemo(() => shareLinkSource(token), [token]);
  const reason = shared.error instanceof ApiError && [404, 410].includes(shared.error.status) ? shared.error : null;
  const color = shared.data?.organization.color;
  useEffect(() => {
    const tag = document.createElement("meta");
    tag.name = "robots";
    tag.content = "noindex";
    document.head.append(tag);
    return () => tag.remove();
  }, []);
  return (
    <Container component="main" maxWidth="xl" sx={[{ py: { xs: 3, md: 4 } }, color ? brandStyles(color) : {}]}>
      {shared.data ? (
        <AnalyticsSourceContext value={source}>
          <SharedCards shared={shared.data} token={token} />
        </AnalyticsSourceContext>
      ) : reason ? (
        <EmptyState
          isScreen
          icon={<LinkOffIcon />}
          title={reason.status === 410 ? t`This link has expired` : t`Link not found`}
          text={
            reason.status === 410
              ? reason.message
              : t`Check that you copied the whole link, or ask the sender for a new one.`
          }
        />
      ) : shared.isError ? (
        <ErrorState
          title={t`Analytics couldn’t be loaded`}
          error={shared.error}
          onRetry={() => void shared.refetch()}
        />
      ) : (
        <DashboardSkeleton />
      )}
    </Container>
  );
}

function SharedCards({ shared, token }: { shared: SharedView; token: string }) {
  const zone = shared.time_zone;
  const [search, setSearch] = useSearchParams();
  const view = useMemo(() => sharedView(search, shared), [search, shared]);
  const source = useMemo(() => shareLinkSource(token), [token]);
  const isOwnRange = !shared.range_is_fixed && (search.has("interval") || search.has("from"));
  const range = isOwnRange ? view.range : rangeOf(shared);
  // A preset is always written to the URL here, because the default is that of the link.
  const change = (changes: Partial<AnalyticsView>) => {
    const next = formatView({ ...view, ...changes });
    // So is a comparison that the visitor has chosen.
    if (changes.compare !== undefined || search.has("compare")) {
      next.set("compare", changes.compare ?? view.compare);
    } else {
      next.delete("compare");
    }
    const newRange = changes.range ?? (isOwnRange ? view.range : null);
    if (newRange?.kind === "preset") {
      next.set("interval", newRange.interval);
    }
    setSearch(next, { preventScrollReset: true });
  };
  const cards = cardsOf(undefined, shared.properties.map(propertyOf));
  const shown = shownBy(view, cards);
  const question = queryOf({ ...view, range }, zone, shown);
  const answer = useQuery({ ...analyticsQuery(question, source), refetchInterval: 60_000 });
  const { metric } = view;
  const numbers = useRef<HTMLDivElement>(null);
  useDimWhile(answer.isPlaceholderData, numbers);
  return (
    <Hints>
      <PrintStyles />
      <SharingOrganization organization={shared.organization} />
      <PageHeader
        title={shared.name}
        subtitle={<Freshness zone={zone} asOf={answer.data?.as_of ?? null} live={false} failing={answer.isError} />}
        actions={
          <>
            {shared.range_is_fixed ? null : (
              <RangePicker range={range} zone={zone} onChange={(next) => change({ range: next, granularity: null })} />
            )}
            <PrintButton />
          </>
        }
      />
      <FixedFilters shared={shared} />
      <FilterChips
        view={view}
        rows={answer.data?.breakdowns}
        onRemove={(dimension, value) => change({ filters: withoutValue(view.filters, dimension, value) })}
        onClear={() => change({ filters: {} })}
      />
      {answer.data === undefined ? (
        answer.isError ? (
          <Card>
            <ErrorState
              title={t`Analytics couldn’t be loaded`}
              error={answer.error}
              onRetry={() => void answer.refetch()}
            />
          </Card>
        ) : (
          <DashboardSkeleton />
        )
      ) : (
        <Stack spacing={2} ref={numbers} aria-busy={answer.isPlaceholderData}>
          {answer.isError ? (
            <Alert severity="warning">
              <Trans>Analytics couldn’t be refreshed. Showing the latest data.</Trans>
            </Alert>
          ) : null}
          <KpiCards answer={answer.data} metric={metric} onMetric={(next) => change({ metric: next })} />
          <TrendCard
            answer={answer.data}
            question={question}
            metric={metric}
            answeredAt={answer.dataUpdatedAt}
            compare={view.compare !== "none"}
            controls={
              <TrendControls
                from={answer.data.from}
                to={answer.data.to}
                granularity={view.granularity}
                compare={view.compare}
                onChange={change}
              />
            }
          />
          <Box sx={BREAKDOWNS}>
            {cards.map((card, place) => (
              <LazyRender key={card[0]} height={BREAKDOWN_HEIGHT}>
                <BreakdownCard
                  tabs={card}
                  dimension={shown[place] ?? card[0]}
                  rows={answer.data.breakdowns[shown[place] ?? ""]}
                  total={answer.data.totals[metric]}
                  metric={metric}
                  question={question}
                  onTab={(dimension) =>
                    change({
                      cards: [
                        ...view.cards.filter((one) => !card.some((other) => other === one)),
                        ...(dimension === card[0] ? [] : [dimension]),
                      ],
                    })
                  }
                  onFilter={(dimension, value) => change({ filters: withValue(view.filters, dimension, value) })}
                />
              </LazyRender>
            ))}
          </Box>
          <LazyRender height={340}>
            <HeatMapCard question={question} metric={metric} />
          </LazyRender>
        </Stack>
      )}
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 4, textAlign: "center" }}>
        <Trans>Shared with Waypost. This link expires on {formatDate(shared.expires_at, zone)}.</Trans>
      </Typography>
    </Hints>
  );
}

/** The organisation that shares its numbers. */
function SharingOrganization({ organization: { name, logo } }: Pick<SharedView, "organization">) {
  return (
    <Stack direction="row" spacing={1.25} sx={{ alignItems: "center", mb: 1.5 }}>
      {logo ? (
        <Box
          component="img"
          src={logo}
          alt=""
          sx={{ height: 36, maxWidth: 160, objectFit: "contain", borderRadius: 1 }}
        />
      ) : null}
      <Typography component="p" sx={{ fontWeight: 600, color: "primary.main", overflowWrap: "anywhere" }}>
        {name}
      </Typography>
    </Stack>
  );
}

/** Returns the view of a URL. If it has no comparison, that of the link applies. */
function sharedView(search: URLSearchParams, { question }: SharedView): AnalyticsView {
  const view = parseView(search);
  return search.has("compare") ? view : { ...view, compare: question.compare ?? view.compare };
}

/** Returns the range with which a link was created. */
function rangeOf({ question, time_zone }: SharedView): DateRange {
  if (question.from && question.to) {
    const last = new Date(Date.parse(question.to) - 1);
    return { kind: "custom", from: dayOf(new Date(question.from), time_zone), to: dayOf(last, time_zone) };
  }
  return { kind: "preset", interval: question.interval ?? DEFAULT_INTERVAL };
}

/** The filters of the link, which visitors cannot remove. */
function FixedFilters({ shared }: { shared: SharedView }) {
  const fixed = dimensionsAmong(Object.keys(shared.question.filters ?? {})).flatMap((dimension) =>
    (shared.question.filters?.[dimension] ?? []).map((value) => ({ dimension, value })),
  );
  const isAtEventTime = shared.question.dimensions_as_of === "at_event_time";
  if (fixed.length === 0 && !isAtEventTime) {
    return null;
  }
  return (
    <Stack
      direction="row"
      spacing={1}
      useFlexGap
      role="group"
      aria-label={t`Filters`}
      sx={{ flexWrap: "wrap", mb: 2.5 }}
    >
      {fixed.map(({ dimension, value }) => (
        <Chip
          key={`${dimension}${value}`}
          label={wordsOf(shared, dimension, value)}
          sx={{ maxWidth: "min(100%, 340px)" }}
        />
      ))}
      {isAtEventTime ? <Chip label={t`Folders and placements at event time`} sx={{ maxWidth: "100%" }} /> : null}
    </Stack>
  );
}

function wordsOf(shared: SharedView, dimension: Dimension, value: string): string {
  const plain = value.replace(/^-/, "");
  const name = shared.labels[dimension]?.[plain] ?? labelOf(dimension, plain);
  return filterText(dimension, name, value.startsWith("-"));
}
