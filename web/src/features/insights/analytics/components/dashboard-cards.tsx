import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import { lazy, memo, Suspense, useCallback, useState } from "react";
import { ChangesCard } from "@/features/insights/analytics/components/changes-card";
import { CodeStockCard } from "@/features/insights/analytics/components/code-stock-card";
import { CrossCard } from "@/features/insights/analytics/components/cross-card";
import { DashboardTabs, PANEL, tabId } from "@/features/insights/analytics/components/dashboard-tabs";
import { FrequencyCard } from "@/features/insights/analytics/components/frequency-card";
import { FunnelCard } from "@/features/insights/analytics/components/funnel-card";
import { HeatMapCard } from "@/features/insights/analytics/components/heat-map-card";
import { KpiCards } from "@/features/insights/analytics/components/kpi-cards";
import { LiveCard } from "@/features/insights/analytics/components/live-card";
import { MapCard } from "@/features/insights/analytics/components/map-card";
import { NewAndReturning } from "@/features/insights/analytics/components/new-and-returning";
import { OverviewCards, type OverviewProps } from "@/features/insights/analytics/components/overview-cards";
import { RetentionCard } from "@/features/insights/analytics/components/retention-card";
import type { AnalyticsView, DashboardTab } from "@/features/insights/analytics/filters";
import type { Metric, RowsMetric } from "@/features/insights/analytics/metrics";
import { usePrinting } from "@/shared/components/printing";

const EventsList = lazy(() => import("@/features/insights/analytics/components/events-list"));

const NO_FILTERS = {};
const COLUMN = { display: "flex", flexDirection: "column", gap: 1.5 } as const;
const PAIR = {
  display: "grid",
  gap: 2,
  gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 2fr) minmax(0, 1fr)" },
} as const;
/** Live or endless tabs, which are not printed. */
const ON_SCREEN_ONLY: ReadonlySet<DashboardTab> = new Set(["live", "events"]);

interface DashboardCardsProps extends OverviewProps {
  onRows: (metric: RowsMetric) => void;
}

/**
 * All cards of a result, one tab at a time, or all on paper. Rendered again with a new result, but not while one is
 * loading.
 */
export const DashboardCards = memo(function DashboardCards({ onRows, ...overview }: DashboardCardsProps) {
  const { answer, question, answeredAt, settings, code, onChange, onFilter } = overview;
  const { metric, tab } = settings;
  const printing = usePrinting();
  const [edits, setEdits] = useState(true);
  const setMetric = useCallback((next: Metric) => onChange({ metric: next }), [onChange]);
  const setCross = useCallback((cross: AnalyticsView["cross"]) => onChange({ cross }), [onChange]);
  const setTab = useCallback((next: DashboardTab) => onChange({ tab: next }), [onChange]);
  const shows = (one: DashboardTab) => tab === one || (printing && !ON_SCREEN_ONLY.has(one));
  return (
    <>
      <KpiCards answer={answer} metric={metric} onMetric={setMetric} onRows={onRows} />
      <DashboardTabs tab={tab} onTab={setTab} />
      <Box role="tabpanel" id={PANEL} aria-labelledby={tabId(tab)} sx={COLUMN}>
        {shows("overview") ? <OverviewCards {...overview} edits={edits} /> : null}
        {shows("journeys") ? (
          <>
            <FunnelCard question={question} onRows={onRows} />
            <CodeStockCard question={question} onlyIfAny={code !== undefined} />
            <RetentionCard question={question} />
            <Box sx={PAIR}>
              <FrequencyCard question={question} />
              <NewAndReturning totals={answer.totals} />
            </Box>
          </>
        ) : null}
        {shows("times") ? <HeatMapCard question={question} metric={metric} /> : null}
        {shows("map") ? <MapCard question={question} metric={metric} onFilter={onFilter} /> : null}
        {shows("cross") ? (
          <CrossCard question={question} metric={metric} pair={settings.cross} onPair={setCross} onFilter={onFilter} />
        ) : null}
        {shows("live") ? (
          <LiveCard filters={question.filters ?? NO_FILTERS} includeBots={settings.includeBots} />
        ) : null}
        {shows("events") ? (
          <Card component="section" aria-label={t`Events`} sx={{ pt: 1 }}>
            <Suspense fallback={<Box sx={{ minHeight: 400 }} />}>
              <EventsList question={question} metric={null} />
            </Suspense>
          </Card>
        ) : null}
        {shows("changes") ? (
          <ChangesCard answer={answer} question={question} answeredAt={answeredAt} edits={edits} onEdits={setEdits} />
        ) : null}
      </Box>
    </>
  );
});
