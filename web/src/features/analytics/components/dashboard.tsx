import FilterAltOffOutlinedIcon from "@mui/icons-material/FilterAltOffOutlined";
import QrCodeScannerIcon from "@mui/icons-material/QrCodeScanner";
import TocIcon from "@mui/icons-material/Toc";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue, useMemo, useRef, useState } from "react";
import { analyticsQuery } from "@/features/analytics/api/get-analytics";
import { useLiveAnswer } from "@/features/analytics/api/use-live-answer";
import { askedOf, cardsOf, shownIn } from "@/features/analytics/asked";
import { AnnotatedTrend } from "@/features/analytics/components/annotated-trend";
import { BotsSwitch } from "@/features/analytics/components/bots-switch";
import { BreakdownCard } from "@/features/analytics/components/breakdown-card";
import { ChangeLine } from "@/features/analytics/components/change-line";
import { DashboardActions } from "@/features/analytics/components/dashboard-actions";
import { DashboardSkeleton } from "@/features/analytics/components/dashboard-skeleton";
import { ExportDialog } from "@/features/analytics/components/export-dialog";
import { FilterChips } from "@/features/analytics/components/filter-chips";
import { Freshness } from "@/features/analytics/components/freshness";
import { FunnelCard } from "@/features/analytics/components/funnel-card";
import { HeatMapCard } from "@/features/analytics/components/heat-map-card";
import { HistorySwitch } from "@/features/analytics/components/history-switch";
import { KpiCards } from "@/features/analytics/components/kpi-cards";
import { LiveCard } from "@/features/analytics/components/live-card";
import { MapCard } from "@/features/analytics/components/map-card";
import { NewAndReturning } from "@/features/analytics/components/new-and-returning";
import { NothingYet, useIsNew } from "@/features/analytics/components/nothing-yet";
import { RetentionCard } from "@/features/analytics/components/retention-card";
import { RangePicker } from "@/features/analytics/components/range-picker";
import type { Dimension } from "@/features/analytics/dimensions";
import { AS_USUAL, type AsOf, type DateRange, withoutValue, withValue } from "@/features/analytics/filters";
import type { Answer, Metric } from "@/features/analytics/metrics";
import { useAnalyticsView } from "@/features/analytics/use-analytics-view";
import { useRows } from "@/features/analytics/use-rows";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { usePaleWhile } from "@/shared/components/use-pale-while";
import { useSteady } from "@/shared/components/use-steady";
import { WhenNear } from "@/shared/components/when-near";
import { useOrganizationData } from "@/shared/organization/organization";

const EventsDialog = lazy(() => import("@/features/analytics/components/events-dialog"));

/** About how high a card of a breakdown is, until it is drawn. */
const CARD_HEIGHT = 360;
const CARDS = {
  display: "grid",
  gap: { xs: 2, md: 3 },
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))", lg: "repeat(3, minmax(0, 1fr))" },
} as const;

interface DashboardProps {
  title: string;
  /** Only the numbers of this code. */
  codeId?: string;
}

/** The numbers of the organisation, or of one of its codes. */
export function Dashboard({ title, codeId }: DashboardProps) {
  const organization = useOrganizationData().data;
  const zone = organization?.time_zone ?? "UTC";
  const cache = useQueryClient();
  const [view, change] = useAnalyticsView();
  const rows = useRows();
  const { metric } = view;
  const filters = codeId === undefined ? view.filters : { ...view.filters, code: [codeId] };
  const question = useMemo(() => askedOf(view, zone, codeId), [view, zone, codeId]);
  const answer = useLiveAnswer(question);
  const { data } = answer;
  const isNew = useIsNew(codeId, data !== undefined && isEmpty(data) && Object.keys(view.filters).length === 0);
  // What stands around the numbers follows when the thread is free: they are what one waits for.
  const later = useDeferredValue(useMemo(() => ({ view, question }), [view, question]));
  const numbers = useRef<HTMLDivElement>(null);
  usePaleWhile(answer.isPlaceholderData, numbers);
  // What the shown numbers answer. While others are on their way nothing is drawn or asked for them yet.
  const [answered, setAnswered] = useState(question);
  if (!answer.isPlaceholderData && answered !== question) {
    setAnswered(question);
  }

  const setMetric = useSteady((next: Metric) => change({ metric: next }));
  const show = useSteady((dimension: Dimension, card: readonly Dimension[]) =>
    change({ cards: [...view.cards.filter((one) => !card.includes(one)), ...(dimension === card[0] ? [] : [dimension])] }),
  );
  const addFilter = useSteady((dimension: Dimension, value: string) =>
    change({ filters: withValue(view.filters, dimension, value) }),
  );
  const openRows = useSteady(rows.open);
  const openRowsOf = useSteady((dimension: Dimension, value: string) => rows.open(metric, dimension, value));
  const changeView = useSteady(change);
  const includeBots = useSteady((included: boolean) => change({ includeBots: included }));
  const countAsOf = useSteady((asOf: AsOf) => change({ asOf }));
  const chooseRange = (range: DateRange) => {
    // Asked before anything is drawn for it: it is what the drawing waits for.
    const next = askedOf({ ...view, range, granularity: null }, zone, codeId);
    cache.query(analyticsQuery(next)).catch(() => undefined); // the screen tells
    change({ range, granularity: null });
  };
  const removeFilter = (dimension: Dimension, value: string) =>
    change({ filters: withoutValue(view.filters, dimension, value) });
  const clear = () => change({ filters: {}, asOf: AS_USUAL.asOf });

  return (
    <>
      <PageHeader
        title={title}
        subtitle={<Freshness zone={zone} asOf={data?.as_of ?? null} live={answer.isLive} failing={answer.isError} />}
        actions={
          <>
            <RangePicker range={view.range} zone={zone} onChange={chooseRange} />
            <DashboardActions title={title} view={later.view} question={later.question} zone={zone} codeId={codeId} onChange={changeView} />
          </>
        }
      />
      <FilterChips view={view} answer={data} onRemove={removeFilter} onClear={clear} onNow={() => change({ asOf: "now" })} hideCode={codeId !== undefined} />
      {data === undefined || isNew === undefined ? (
        answer.isError ? (
          <Card>
            <ErrorState title="The numbers could not be loaded" error={answer.error} onRetry={() => void answer.refetch()} />
          </Card>
        ) : (
          <DashboardSkeleton />
        )
      ) : isNew ? (
        <Stack spacing={{ xs: 2, md: 3 }}>
          <NothingYet codeId={codeId} />
          <LiveCard codeId={codeId} includeBots={view.includeBots} />
        </Stack>
      ) : (
        <Stack
          spacing={{ xs: 2, md: 3 }}
          ref={numbers}
          aria-busy={answer.isPlaceholderData}
        >
          {answer.isError ? (
            <Alert severity="warning">The numbers could not be refreshed; these are the last ones.</Alert>
          ) : null}
          <KpiCards answer={data} metric={metric} onMetric={setMetric} onRows={openRows} />
          <ChangeLine question={answered} metric={metric} ready={!answer.isPlaceholderData} onFilter={addFilter} />
          {isEmpty(data) ? (
            <Card>
              <NoNumbers filtered={Object.keys(view.filters).length > 0} onClear={clear} />
            </Card>
          ) : null}
          <AnnotatedTrend
            answer={data}
            question={answered}
            metric={metric}
            answeredAt={answer.dataUpdatedAt}
            granularity={view.granularity}
            compare={view.compare}
            onChange={changeView}
          />
          <Box sx={CARDS}>
            <WhenNear height={CARD_HEIGHT}>
              <NewAndReturning totals={data.totals} method={data.people_method} error={data.people_error} />
            </WhenNear>
            {cardsOf(codeId).map((card) => (
              <WhenNear key={card[0]} height={CARD_HEIGHT}>
                <BreakdownCard
                  tabs={card}
                  dimension={shownIn(card, view)}
                  rows={data.breakdowns[shownIn(card, view)]}
                  total={data.totals[metric]}
                  metric={metric}
                  question={answered}
                  onTab={show}
                  onFilter={addFilter}
                  onRows={openRowsOf}
                />
              </WhenNear>
            ))}
          </Box>
          <WhenNear height={560}>
            <MapCard question={answered} metric={metric} onFilter={addFilter} />
          </WhenNear>
          <WhenNear height={340} id="when-they-come">
            <HeatMapCard question={answered} metric={metric} />
          </WhenNear>
          <WhenNear height={360}>
            <FunnelCard question={answered} />
          </WhenNear>
          {Object.keys(filters).length === 0 ? (
            <WhenNear height={330}>
              <RetentionCard question={answered} />
            </WhenNear>
          ) : null}
          <WhenNear height={330}>
            <LiveCard codeId={codeId} includeBots={view.includeBots} />
          </WhenNear>
          <WhenNear height={64}>
            <BotsSwitch bots={data.totals.bots} included={view.includeBots} onChange={includeBots} />
          </WhenNear>
          <WhenNear height={64}>
            <HistorySwitch asOf={view.asOf} onChange={countAsOf} />
          </WhenNear>
          <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap", justifyContent: "flex-end" }}>
            <Button size="small" startIcon={<TocIcon />} onClick={() => rows.open(null)}>
              All events
            </Button>
            <ExportDialog view={{ ...view, filters }} zone={zone} role={organization?.role} codeId={codeId} />
          </Stack>
        </Stack>
      )}
      {rows.rows === undefined ? null : (
        <Suspense fallback={null}>
          <EventsDialog question={question} metric={rows.rows} onClose={rows.close} />
        </Suspense>
      )}
    </>
  );
}

function isEmpty({ totals, previous }: Answer): boolean {
  return totals.scans === 0 && totals.views === 0 && previous.scans === 0;
}

function NoNumbers({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <EmptyState
      compact
      icon={<FilterAltOffOutlinedIcon />}
      title="Nothing matches these filters in this range"
      action={<Button onClick={onClear}>Clear the filters</Button>}
    />
  ) : (
    <EmptyState
      compact
      icon={<QrCodeScannerIcon />}
      title="No scans in this range yet"
      text="Scans appear here within seconds. Try a longer range, or scan one of your codes."
    />
  );
}
